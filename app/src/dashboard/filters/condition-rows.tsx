import { type FieldCondition, fieldConditionsMax, needsValue } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Select } from '#ui/input.tsx'
import { operatorsOf, type FilterField } from './condition-fields.ts'
import { ConditionValues } from './condition-values.tsx'
import { newCondition, type Conditions } from './use-conditions.ts'

/** Edits a list of conditions. */
export function ConditionRows({ conditions }: { conditions: Conditions }) {
  return (
    <>
      {conditions.rows.length > 0 && (
        <ul className="flex flex-col gap-3">
          {conditions.rows.map((row) => (
            <ConditionRow
              key={row.id}
              condition={row}
              conditions={conditions}
              onChange={(changes) => conditions.update(row.id, changes)}
              onRemove={() => conditions.remove(row.id)}
            />
          ))}
        </ul>
      )}
      {conditions.incomplete && <Alert tone="danger" title={conditions.incomplete} />}
    </>
  )
}
/** Adds a condition, up to the limit. */
export function AddCondition({ conditions }: { conditions: Conditions }) {
  const t = useT()
  return (
    conditions.add &&
    conditions.rows.length < fieldConditionsMax && (
      <Button size="sm" variant="quiet" icon="plus" onClick={conditions.add}>
        {t('segments.add')}
      </Button>
    )
  )
}

function ConditionRow({
  condition,
  conditions: { fields, isComplete },
  onChange,
  onRemove,
}: {
  condition: FieldCondition
  conditions: Conditions
  onChange: (changes: Partial<FieldCondition>) => void
  onRemove: () => void
}) {
  const t = useT()
  const field = fields.find((one) => one.field === condition.field)
  const label = field?.label ?? t('segments.field_gone')
  const customFields = fields.filter(({ is_custom: is_own }) => is_own)
  const option = ({ field: value, label: name }: FilterField) => (
    <option key={value} value={value}>
      {name}
    </option>
  )
  return (
    <li className="flex flex-col gap-1.5 border-l-2 border-line pl-3">
      <div className="flex items-center gap-1.5">
        <Select
          aria-label={t('segments.field')}
          value={condition.field}
          onChange={({ target }) => {
            const next = fields.find((one) => one.field === target.value)
            if (next) onChange(newCondition(next))
          }}
        >
          {!field && <option value={condition.field}>{label}</option>}
          {customFields.length === 0 || customFields.length === fields.length ? (
            fields.map(option)
          ) : (
            <>
              <optgroup label={t('segments.fields_known')}>
                {fields.filter(({ is_custom: is_own }) => !is_own).map(option)}
              </optgroup>
              <optgroup label={t('segments.fields_own')}>{customFields.map(option)}</optgroup>
            </>
          )}
        </Select>
        <Select
          aria-label={t('segments.operator')}
          value={condition.is}
          onChange={({ target }) => {
            const is = field && operatorsOf(field).find((one) => one === target.value)
            // The value may also be valid for the other operator.
            if (is) onChange({ is, values: isComplete({ ...condition, is }) ? condition.values : [] })
          }}
        >
          {(field ? operatorsOf(field) : [condition.is]).map((is) => (
            <option key={is} value={is}>
              {t(`segments.is_${is}`)}
            </option>
          ))}
        </Select>
        <IconButton
          icon="x"
          size="sm"
          label={t('segments.remove_filter', { name: label })}
          onClick={onRemove}
        />
      </div>
      {field && needsValue(condition.is) && (
        <ConditionValues condition={condition} field={field} onChange={(values) => onChange({ values })} />
      )}
    </li>
  )
}
