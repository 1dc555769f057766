import { useFormats, useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { definitions, noon, parts, type Trend, type TrendPoint } from './trend-metrics.ts'

/** Values of a metric as text. */
export function useTrendValue(trend: Trend) {
  const t = useT()
  const { number, rating, duration } = useFormats()
  const { date } = useFormatsIn('UTC')
  const { unit } = definitions[trend]
  const format = (value: number | null): string => {
    if (value === null) return '–'
    if (unit === 'time') return duration(value)
    return unit === 'score' ? rating(value) : number(value)
  }
  const phrase = (value: number | null) => {
    if (value === null) return t('home.no_value')
    return unit === 'count' ? t('home.conversations_n', { n: value }) : format(value)
  }
  return {
    format,
    /** Everything about a day, for screen readers. */
    textOf(point: TrendPoint) {
      const handled = parts
        .filter((part) => point.parts[part] > 0)
        .map((part) => `${t(`home.by_${part}`)} ${number(point.parts[part])}`)
      const detail = trend === 'conversations' && handled.length > 0 ? ` (${handled.join(', ')})` : ''
      const before = t('home.compared_day', {
        day: date(noon(point.previous_day)),
        value: phrase(point.previous),
      })
      return `${date(noon(point.day))}: ${phrase(point.value)}${detail}; ${before}`
    },
  }
}
