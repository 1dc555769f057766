import { useFormats, useT } from '#platform/i18n/provider.tsx'

const minute_s = 60
const hour_s = 60 * minute_s
const day_s = 24 * hour_s

/** A short duration: `45 s`, `12 min`, `3.5 h`, `2 d`. */
export function useSpan() {
  const t = useT()
  const { number } = useFormats()
  const short = (value: number) => number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))
  return (seconds: number | null): string => {
    if (seconds === null) return '–'
    if (seconds < minute_s) return t('home.span_s', { n: number(Math.round(seconds)) })
    if (seconds < hour_s) return t('home.span_min', { n: number(Math.round(seconds / minute_s)) })
    if (seconds < day_s) return t('home.span_h', { n: short(seconds / hour_s) })
    return t('home.span_d', { n: short(seconds / day_s) })
  }
}
