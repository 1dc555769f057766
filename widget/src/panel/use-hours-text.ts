import { openingAt, formatWhen, formatWithin } from '@ozvi/contract/opening-hours-text'
import { useEffect, useState } from 'react'
import { usePanel } from './panel-context.ts'

/** Browsers fire longer timers immediately (more than 2³¹ ms). */
const timerMax_ms = 86_400_000

/**
 * The current state of opening hours: closed and back when, or the reply time; null if there is no promise.
 * Updates while the panel is open.
 */
export function useHoursText(): { is_open: boolean; text: string } | null {
  const { boot, translator } = usePanel()
  const [now, setNow] = useState(Date.now)
  const { hours, locale } = boot
  useEffect(() => {
    const next = hours?.spans.flat().find((edge) => edge > now)
    if (next === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now(), timerMax_ms))
    return () => clearTimeout(timer)
  }, [hours, now])
  if (!hours) return null
  const { is_open, opens_at } = openingAt(hours.spans, now)
  if (is_open)
    return hours.promise_min === null
      ? null
      : { is_open, text: translator.t('answers_within', formatWithin(locale, hours.promise_min)) }
  const text =
    opens_at === null ? translator.t('team_away') : translator.t('back_at', formatWhen(locale, opens_at, now))
  return { is_open, text }
}
