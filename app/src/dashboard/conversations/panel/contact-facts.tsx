import type { ContactProfile } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { languageNames } from '#platform/i18n/languages.ts'
import { isTimeZone } from '#platform/i18n/format.ts'
import { useFormats, useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { BaseDate } from '#ui/base-date.tsx'

/** Facts reported by the visit. */
export function ContactFacts({
  profile,
  hasOrigin,
}: {
  profile: ContactProfile
  /** Their acquisition source is shown below. */
  hasOrigin?: true
}) {
  const t = useT()
  const formats = useFormats()
  const { locale, time_zone, browser, operating_system, referrer, first_seen_at, last_seen_at } = profile
  const used = [browser, operating_system].filter(Boolean).join(' · ')
  return (
    <dl className="grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1.5 border-t border-line px-4 py-4 text-sm">
      {locale && <Fact label={t('conversations.language')}>{languageNames[locale]}</Fact>}
      {time_zone && isTimeZone(time_zone) && (
        <Fact label={t('conversations.local_time')}>
          <WallClock timeZone={time_zone} />
        </Fact>
      )}
      {used && !hasOrigin && <Fact label={t('conversations.browser')}>{used}</Fact>}
      {referrer && !hasOrigin && <Fact label={t('conversations.referrer')}>{referrer}</Fact>}
      {profile.visits > 1 && <Fact label={t('conversations.visits')}>{formats.number(profile.visits)}</Fact>}
      {first_seen_at && (
        <Fact label={t('conversations.first_seen')}>
          <BaseDate time={first_seen_at} />
        </Fact>
      )}
      <Fact label={t('conversations.last_seen_at')}>
        {last_seen_at ? <BaseDate time={last_seen_at} /> : t('contacts.never')}
      </Fact>
    </dl>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
/** Their local time. */
function WallClock({ timeZone }: { timeZone: string }) {
  const now = new Date(useNow()).toISOString()
  return `${useFormatsIn(timeZone).time(now)} (${timeZone})`
}
