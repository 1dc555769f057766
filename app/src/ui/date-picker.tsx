import { useState } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { IconButton } from './button.tsx'
import { Calendar } from './calendar.tsx'
import { readDay, dayLabel, today, typedDay } from './days.ts'
import { useControl } from './control.ts'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'
import { Popover } from './popover.tsx'

interface DatePickerProps {
  /** `2026-11-14`, or empty. Submitted with the form under the field's name. */
  value: string
  onChange: (day: string) => void
  min?: string
  max?: string
  /** The current time in ms since 1970; defaults to the reader's clock. */
  now?: number
}
/** A date, typed in the format of the language or selected from a month. */
export function DatePicker({ value, onChange, min, max, now }: DatePickerProps) {
  const t = useT()
  const locale = useLocale()
  const { name, ...control } = useControl()
  const this_day = today(now ?? Date.now())
  const [isOpen, setOpen] = useState(false)
  /** The text being typed; null while the field shows the value. */
  const [typed, setTyped] = useState<string | null>(null)
  const isWithin = (day: string) => day >= (min ?? '') && day <= (max ?? '9999-12-31')
  const readable = typed === null ? null : readDay(typed, Number(this_day.slice(0, 4)), locale)
  const isUnclear = typed !== null && typed.trim() !== '' && !(readable && isWithin(readable))
  const [isErrorShown, setErrorShown] = useState(false)

  function type(text: string) {
    setTyped(text)
    setErrorShown(false)
    const day = readDay(text, Number(this_day.slice(0, 4)), locale)
    if (text.trim() === '') onChange('')
    else if (day && isWithin(day)) onChange(day)
  }
  const hintId = control.id ? `${control.id}-unclear` : undefined
  const described = [control['aria-describedby'], isErrorShown && hintId].filter(Boolean).join(' ')
  return (
    <span className="flex flex-col gap-1.5">
      <span className="relative block max-w-56">
        <Input
          {...control}
          // Submitted in one format for all languages.
          name=""
          {...(described ? { 'aria-describedby': described } : {})}
          {...(isErrorShown ? { 'aria-invalid': true } : {})}
          value={typed ?? (value ? typedDay(value, locale) : '')}
          onChange={(event) => type(event.target.value)}
          onBlur={() => (isUnclear ? setErrorShown(true) : setTyped(null))}
          inputMode="numeric"
          autoComplete="off"
          // Letters, because digits would look like a selected date.
          placeholder={t('ui.date_form')}
          className="pr-11"
        />
        <span className="absolute top-1/2 right-0.5 -translate-y-1/2">
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
                label={value ? `${t('ui.pick_date')}, ${dayLabel(value, locale)}` : t('ui.pick_date')}
              />
            }
          >
            <Calendar
              value={value}
              today={this_day}
              min={min}
              max={max}
              onPick={(day) => {
                setTyped(null)
                setErrorShown(false)
                onChange(day)
                setOpen(false)
              }}
            />
          </Popover>
        </span>
      </span>
      {name && <input type="hidden" name={name} value={value} />}
      {isErrorShown && (
        <span id={hintId} role="alert" className="flex items-start gap-1.5 text-sm text-danger">
          <Icon name="alert-triangle" size={16} className="mt-0.5" />
          {t('ui.date_unclear', { example: typedDay(this_day, locale) })}
        </span>
      )}
    </span>
  )
}
