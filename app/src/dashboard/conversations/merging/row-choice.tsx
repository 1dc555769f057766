import type { ReactNode } from 'react'

interface RowPickerProps {
  /** Name of the form field. */
  name: string
  label: string
  rows: readonly { id: string; title: string; hint: ReactNode }[]
}
/** A scrollable list of choices; the first is selected. */
export function RowPicker({ name, label, rows }: RowPickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-base font-medium">{label}</legend>
      <div className="-mx-2 max-h-80 overflow-y-auto">
        {rows.map(({ id, title, hint }, index) => (
          <div
            key={id}
            className="relative flex items-start gap-2.5 rounded-control px-2 py-2 hover:bg-inset"
          >
            <input
              type="radio"
              id={`${name}-${id}`}
              name={name}
              value={id}
              defaultChecked={index === 0}
              autoFocus={index === 0}
              className="mt-0.5 size-4.5 shrink-0 accent-primary"
            />
            <label htmlFor={`${name}-${id}`} className="min-w-0 after:absolute after:inset-0">
              <span className="block truncate text-base">{title}</span>
              <span className="block text-xs text-muted">{hint}</span>
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
