import type { ContactProfile } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/now.ts'
import { useTimes } from './times.ts'

/** What a visit tells by itself. */
export function ContactFacts({ profile }: { profile: ContactProfile }) {
  const t = useT()
  const now = useNow()
  const times = useTimes()
  const formats = useFormats()
  const clock = profile.time_zone && times.clockIn(profile.time_zone, now)
  const facts: [string, ReactNode][] = [
    [t('conversations.language'), profile.locale === 'sk' ? 'Slovenčina' : 'English'],
    [t('conversations.local_time'), clock && `${clock} (${profile.time_zone})`],
    [t('conversations.browser'), profile.browser],
    [t('conversations.referrer'), profile.referrer],
    [t('conversations.first_seen'), formats.dateTime(profile.first_seen_at)],
    [t('conversations.last_seen_at'), formats.dateTime(profile.last_seen_at)],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-t border-line px-4 py-4 text-sm">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
