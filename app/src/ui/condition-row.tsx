import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { type Option, Select } from './input.tsx'

interface FieldGroup {
  /** Not shown if there is only one group. */
  label: string
  fields: readonly Option[]
}
interface ConditionRowProps {
  /** Read by screen readers. */
  labels: { field: string; operator: string; remove: string }
  groups: readonly FieldGroup[]
  field: string
  /** Shown for a field that isn't in a group. */
  unknownField: string
  onFieldChange: (field: string) => void
  operators: readonly Option[]
  operator: string
  onOperatorChange: (operator: string) => void
  onRemove: () => void
  /** The value, if the operator has one. */
  children: ReactNode
}
/** A condition: field, operator and value. For filters of lists and flows of scenarios. */
export function ConditionRow({
  labels,
  groups,
  field,
  unknownField,
  onFieldChange,
  operators,
  operator,
  onOperatorChange,
  onRemove,
  children,
}: ConditionRowProps) {
  const filled = groups.filter(({ fields }) => fields.length > 0)
  const isKnown = filled.some(({ fields }) => fields.some(({ value }) => value === field))
  const option = ({ value, label }: Option) => (
    <option key={value} value={value}>
      {label}
    </option>
  )
  return (
    <div className="flex flex-col gap-1.5 border-l-2 border-line pl-3">
      <div className="flex items-center gap-1.5">
        <Select
          aria-label={labels.field}
          value={field}
          onChange={({ target }) => onFieldChange(target.value)}
        >
          {!isKnown && <option value={field}>{unknownField}</option>}
          {filled.length === 1
            ? filled[0]?.fields.map(option)
            : filled.map(({ label, fields }) => (
                <optgroup key={label} label={label}>
                  {fields.map(option)}
                </optgroup>
              ))}
        </Select>
        <Select
          aria-label={labels.operator}
          value={operator}
          onChange={({ target }) => onOperatorChange(target.value)}
        >
          {operators.map(option)}
        </Select>
        <IconButton icon="x" size="sm" label={labels.remove} onClick={onRemove} />
      </div>
      {children}
    </div>
  )
}
