import { useId } from 'react'
import { cn } from './cn.ts'
import { Icon, type IconName } from './icon.tsx'

/** A choice of a few visible options: radio buttons that look like one bar. */
export function Segments<V extends string>({
  label,
  value,
  onChange,
  options,
  isDisabled = false,
  isWrapping = false,
}: {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; label: string; icon?: IconName }[]
  isDisabled?: boolean
  /** Uses several lines on a phone. */
  isWrapping?: boolean
}) {
  const name = useId()
  return (
    <fieldset
      disabled={isDisabled}
      className={cn(
        'flex items-center rounded-control border border-line bg-subtle p-0.5',
        isWrapping && 'max-sm:flex-wrap max-sm:[&>label]:grow',
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            'flex min-h-8 cursor-pointer items-center gap-1.5 rounded-[4px] px-2.5 text-sm text-muted touch:min-h-11',
            'has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--border)]',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2',
            'has-disabled:cursor-not-allowed has-disabled:opacity-70',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.icon && <Icon name={option.icon} size={16} />}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
