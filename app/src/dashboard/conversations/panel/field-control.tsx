import type { ConversationField } from '@ozvi/contract'
import { Input, Select } from '#ui/input.tsx'
import { useFieldOptions } from '#dashboard/custom-fields'

/** Input of a required field. */
export function FieldControl({ field, isFirst }: { field: ConversationField; isFirst: boolean }) {
  const { type } = field
  const choices = useFieldOptions(field, null)
  if (choices)
    return (
      <Select defaultValue="" autoFocus={isFirst}>
        <option value="">–</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    )
  return (
    <Input
      type={type === 'date' ? 'date' : type === 'link' ? 'url' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      autoFocus={isFirst}
    />
  )
}
