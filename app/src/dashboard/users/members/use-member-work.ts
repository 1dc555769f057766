import type { Member } from '@ozvi/contract'
import { useTimeZone } from '#platform/document/use-client-hints.tsx'
import { useFormatsIn, useLocale, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { languageName } from '../languages.ts'
import { workingNow } from './work-hours.ts'

/** A member's working hours now, languages, note and local time, as far as they are known. */
export function useMemberWork(member: Member): string[] {
  const t = useT()
  const locale = useLocale()
  const now_ms = useNow()
  const own_zone = useTimeZone() ?? 'UTC'
  const { time_zone, languages, hours_note } = member
  const formats = useFormatsIn(time_zone ?? undefined)
  const clock =
    time_zone && time_zone !== own_zone
      ? t('users.local_time', { time: formats.time(new Date(now_ms).toISOString()) })
      : ''
  const spoken = languages.map((code) => languageName(code, locale)).join(', ')
  return [workingNow(member, now_ms, locale, t), spoken, hours_note, clock].filter((text): text is string =>
    Boolean(text),
  )
}
