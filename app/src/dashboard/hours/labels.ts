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
      slots.flatMap((_, index) => {
        const slotLabel = { day: days[day]?.long ?? '', n: index + 1 }
        return [
          [`week.${day}.${index}.from`, t('hours.slot_from', slotLabel)],
          [`week.${day}.${index}.to`, t('hours.slot_to', slotLabel)],
        ]
      }),
    ),
    ...holidays.flatMap((_, index) => [
      [`holidays.${index}.date`, t('hours.holiday_date', { n: index + 1 })],
      [`holidays.${index}.name`, t('hours.holiday_name', { n: index + 1 })],
    ]),
  ])
}
