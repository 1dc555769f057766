import { type ComponentProps, useState } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { IconButton } from './button.tsx'
import { Calendar } from './calendar.tsx'
import { readDay, dayLabel, today, typedDay } from './days.ts'
import { ParsedInput } from './parsed-input.tsx'
import { Popover } from './popover.tsx'

interface DatePickerProps extends Pick<
  ComponentProps<typeof ParsedInput>,
  'aria-label' | 'acceptsUnclearText'
> {
  /** `2026-11-14`, or empty. Submitted with the form under the field's name. */
  value: string
  onChange: (day: string) => void
  min?: string
  max?: string
  /** The current time in ms since 1970; defaults to the reader's clock. */
  now?: number
}
/** A date, typed in the format of the language or selected from a month. */
export function DatePicker({ value, onChange, min, max, now, ...rest }: DatePickerProps) {
  const t = useT()
  const locale = useLocale()
  const this_day = today(now ?? Date.now())
  const [isOpen, setOpen] = useState(false)
  // Empty for text that isn't a date.
  const shownDay = readDay(value, 0, locale) ?? ''
  const isWithin = (day: string) => day >= (min ?? '') && day <= (max ?? '9999-12-31')
  function parse(text: string) {
    const day = readDay(text, Number(this_day.slice(0, 4)), locale)
    return day && isWithin(day) ? day : null
  }
  return (
    <ParsedInput
      {...rest}
      value={value}
      onChange={onChange}
      format={(day) => typedDay(day, locale)}
      parse={parse}
      error={t('ui.date_unclear', { example: typedDay(this_day, locale) })}
      inputMode="numeric"
      // Letters, because digits would look like a selected date.
      placeholder={t('ui.date_form')}
    >
      {(pick) => (
        <Popover
          label={t('ui.pick_date')}
          align="end"
          isOpen={isOpen}
          onOpenChange={setOpen}
          className="w-auto p-3"
          trigger={
            <IconButton
              icon="calendar"
              size="sm"
              label={shownDay ? `${t('ui.pick_date')}, ${dayLabel(shownDay, locale)}` : t('ui.pick_date')}
            />
          }
        >
          <Calendar
            value={shownDay}
            today={this_day}
            min={min}
            max={max}
            onPick={(day) => {
              pick(day)
              setOpen(false)
            }}
          />
        </Popover>
      )}
    </ParsedInput>
  )
}
