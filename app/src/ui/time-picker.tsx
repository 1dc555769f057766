import type { ComponentProps } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Icon } from './icon.tsx'
import { ParsedInput } from './parsed-input.tsx'
import { halfHours, readTime, typedTime } from './times.ts'

interface TimePickerProps extends Pick<
  ComponentProps<typeof ParsedInput>,
  'disabled' | 'aria-label' | 'acceptsUnclearText'
> {
  /** `09:30`, or empty. Submitted with the form under the field's name. */
  value: string
  onChange: (time: string) => void
  /** The end of an interval: 24:00 is midnight. */
  isEnd?: boolean
}
const midnight = /^24[:.]?(?:00)?$/

/** A time of day, typed in the format of the language or selected from half hours. */
export function TimePicker({ value, onChange, isEnd = false, ...rest }: TimePickerProps) {
  const t = useT()
  const locale = useLocale()
  const label = rest['aria-label']
  const pickLabel = label ? `${t('ui.pick_time')}, ${label}` : t('ui.pick_time')
  return (
    <ParsedInput
      {...rest}
      value={value}
      onChange={onChange}
      format={(time) => typedTime(time, locale)}
      parse={(text) => (isEnd && midnight.test(text.trim()) ? '00:00' : readTime(text))}
      error={t('ui.time_unclear', { example: typedTime('09:30', locale) })}
    >
      {(pick) => (
        <span className="relative inline-flex size-8 touch:size-11">
          <Icon
            name="clock"
            size={16}
            className="pointer-events-none absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-1/2 text-muted"
          />
          {/* The browser's own list opens at the selected time, and is a wheel on phones. */}
          <select
            aria-label={pickLabel}
            disabled={rest.disabled}
            value={halfHours.includes(value) ? value : ''}
            onChange={(event) => pick(event.target.value)}
            className="size-full cursor-pointer appearance-none rounded-control bg-transparent text-transparent disabled:cursor-not-allowed *:bg-raised *:text-ink hover:bg-inset"
          >
            <option value="" hidden>
              {pickLabel}
            </option>
            {halfHours.map((time) => (
              <option key={time} value={time}>
                {typedTime(time, locale)}
              </option>
            ))}
          </select>
        </span>
      )}
    </ParsedInput>
  )
}
