import { type FieldCondition, takesSeveralValues } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { FilterChip } from '#ui/filter-chip.tsx'
import { Input, Select } from '#ui/input.tsx'
import type { FilterField } from './condition-fields.ts'

interface Props {
  condition: FieldCondition
  field: FilterField
  onChange: (values: string[]) => void
}
/** The value of a condition, depending on field and operator. */
export function ConditionValues({ condition: { is, values }, field, onChange }: Props) {
  const t = useT()
  const [value = ''] = values
  const setValue = (next: string) => onChange(next ? [next] : [])
  if (takesSeveralValues(is) && field.options)
    return <OptionPicker choices={field.options} values={values} onChange={onChange} />
  if (is === 'on' || is === 'before' || is === 'after')
    return <DatePicker aria-label={t('segments.value')} value={value} onChange={setValue} />
  const isCount = is === 'within' || is === 'not_within'
  const isNumber = isCount || is === 'equals' || is === 'greater' || is === 'less'
  return (
    <Input
      aria-label={t('segments.value')}
      value={value}
      onChange={({ target }) => setValue(target.value)}
      autoComplete="off"
      maxLength={200}
      {...(isNumber
        ? { type: 'number', step: isCount ? 1 : 'any', ...(isCount ? { min: 1, max: 3_650 } : {}) }
        : {})}
    />
  )
}

/** Selected values as chips; the others in a list. */
function OptionPicker({
  choices,
  values,
  onChange,
}: {
  choices: NonNullable<FilterField['options']>
  values: readonly string[]
  onChange: (values: string[]) => void
}) {
  const t = useT()
  const remaining = choices.filter(({ value }) => !values.includes(value))
  return (
    <div className="flex flex-col gap-1.5">
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {values.map((value) => {
            const label = choices.find((setValue) => setValue.value === value)?.label ?? value
            return (
              <FilterChip
                key={value}
                label={label}
                removeLabel={t('segments.remove_value', { name: label })}
                onRemove={() => onChange(values.filter((setValue) => setValue !== value))}
              />
            )
          })}
        </ul>
      )}
      {remaining.length > 0 && (
        <Select
          aria-label={t('segments.value')}
          value=""
          onChange={({ target }) => onChange([...values, target.value])}
        >
          <option value="">{t('segments.add_value')}</option>
          {remaining.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}
