import { Checkbox } from '#ui/choice.tsx'
import { cn } from '#ui/cn.ts'

interface CheckListProps {
  legend: string
  options: readonly { value: string; label: string }[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
  className?: string
}
/** Multiple choice; long lists scroll. */
export function CheckList({ legend, options, selected, onChange, className }: CheckListProps) {
  return (
    <fieldset>
      <legend className="text-base font-medium">{legend}</legend>
      <div className={cn('mt-2 overflow-y-auto rounded-control border border-line p-3', className)}>
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={selected.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...selected, value] : selected.filter((one) => one !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
