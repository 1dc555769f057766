import { hour_ms } from '@ozvi/contract'
import { useFormatsIn } from '#platform/i18n/provider.tsx'

/** January 5, 2026 was a Monday. */
const monday_ms = Date.UTC(2026, 0, 5)
const at = (hours: number) => new Date(monday_ms + hours * hour_ms).toISOString()

/** Labels of hours and weekdays in reports. 0 is Monday; hours are 0 to 24. */
export function useWeekTimes() {
  const { time, hour, weekday } = useFormatsIn('UTC')
  return {
    /** `9:00 AM` */
    timeOf: (hours: number) => time(at(hours)),
    /** `9 AM` */
    hourOf: (hours: number) => hour(at(hours)),
    weekdayOf: (index: number, look: 'short' | 'long') => weekday(at(index * 24), look),
  }
}
