import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { weekdayNames } from '#ui/days.ts'
import type { HoursFields } from './data.ts'

/** Labels of all fields by error path, such as `week.0.1.from`. */
export function useHoursLabels({ week, holidays }: Pick<HoursFields, 'week' | 'holidays'>) {
  const t = useT()
  const days = weekdayNames(useLocale())
  return Object.fromEntries([
    ...(['time_zone', 'reply_promise_min'] as const).map((name) => [name, t(`hours.${name}`)]),
    ...week.flatMap((slots, day) =>
      slots.flatMap((_, place) => {
        const named = { day: days[day]?.long ?? '', n: place + 1 }
        return [
          [`week.${day}.${place}.from`, t('hours.slot_from', named)],
          [`week.${day}.${place}.to`, t('hours.slot_to', named)],
        ]
      }),
    ),
    ...holidays.flatMap((_, place) => [
      [`holidays.${place}.date`, t('hours.holiday_date', { n: place + 1 })],
      [`holidays.${place}.name`, t('hours.holiday_name', { n: place + 1 })],
    ]),
  ])
}
