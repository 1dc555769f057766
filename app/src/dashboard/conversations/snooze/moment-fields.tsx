import { type ReactNode, useState } from 'react'
import { useTimeZone } from '#platform/document/use-client-hints.tsx'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { readDay, today, typedDay } from '#ui/days.ts'
import { Field } from '#ui/field.tsx'
import { TimePicker } from '#ui/time-picker.tsx'
import { momentOf, readTime, timeOf, typedTime } from '#ui/times.ts'

interface MomentFieldsProps {
  /** Null for empty fields. */
  initial: Date | null
  isRequired?: boolean
  hint?: ReactNode
}
/** A date and a time in the reader's time zone, submitted as `day` and `time`. */
export function MomentFields({ initial, isRequired = false, hint }: MomentFieldsProps) {
  const t = useT()
  const zone = useTimeZone()
  const [day, setDay] = useState(initial ? today(initial.getTime()) : '')
  const [time, setTime] = useState(initial ? timeOf(initial) : '')
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field name="day" hint={hint} isRequired={isRequired}>
        <DatePicker value={day} onChange={setDay} />
      </Field>
      <Field
        name="time"
        hint={zone && t('ui.time_zone', { zone: zone.replaceAll('_', ' ') })}
        isRequired={isRequired}
      >
        <TimePicker value={time} onChange={setTime} />
      </Field>
    </div>
  )
}

/** Labels of the two fields, for the form around them. */
export function useMomentLabels() {
  const t = useT()
  return { day: t('conversations.at_day'), time: t('conversations.at_time') }
}

/** Reads the two fields of a submitted form. @returns a future time, or errors by field */
export function useReadMoment() {
  const t = useT()
  const locale = useLocale()
  return ({ day = '', time = '' }: Record<string, string>) => {
    const now = Date.now()
    const this_day = today(now)
    const errors: Record<string, string[]> = {}
    if (readDay(day, Number(this_day.slice(0, 4)), locale) === null)
      errors['day'] = [t('ui.date_unclear', { example: typedDay(this_day, locale) })]
    if (readTime(time) === null)
      errors['time'] = [t('ui.time_unclear', { example: typedTime('09:30', locale) })]
    const moment = momentOf(day, time)
    if (moment && !(moment.getTime() > now))
      errors[day < this_day ? 'day' : 'time'] = [t('conversations.snooze_past')]
    return { moment, errors }
  }
}
