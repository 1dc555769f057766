import { type FieldCondition, fieldConditionsMax, needsValue } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConditionRow } from '#ui/condition-row.tsx'
import { operatorsOf } from './condition-fields.ts'
import { ConditionValues } from './condition-values.tsx'
import { newCondition, type Conditions } from './use-conditions.ts'

/** Edits a list of conditions. */
export function ConditionRows({ conditions }: { conditions: Conditions }) {
  return (
    <>
      {conditions.rows.length > 0 && (
        <ul className="flex flex-col gap-3">
          {conditions.rows.map((row) => (
            <li key={row.id}>
              <FieldConditionRow
                condition={row}
                conditions={conditions}
                onChange={(changes) => conditions.update(row.id, changes)}
                onRemove={() => conditions.remove(row.id)}
              />
            </li>
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

function FieldConditionRow({
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
  const name = field?.label ?? t('segments.field_gone')
  const operators = field ? operatorsOf(field) : [condition.is]
  const options = (areCustom: boolean) =>
    fields
      .filter(({ is_custom }) => (is_custom ?? false) === areCustom)
      .map(({ field: value, label }) => ({ value, label }))
  return (
    <ConditionRow
      labels={{
        field: t('segments.field'),
        operator: t('segments.operator'),
        remove: t('segments.remove_filter', { name }),
      }}
      groups={[
        { label: t('segments.fields_known'), fields: options(false) },
        { label: t('segments.fields_own'), fields: options(true) },
      ]}
      field={condition.field}
      unknownField={name}
      onFieldChange={(value) => {
        const next = fields.find((one) => one.field === value)
        if (next) onChange(newCondition(next))
      }}
      operators={operators.map((is) => ({ value: is, label: t(`segments.is_${is}`) }))}
      operator={condition.is}
      onOperatorChange={(value) => {
        const is = operators.find((one) => one === value)
        // The value may also be valid for the other operator.
        if (is) onChange({ is, values: isComplete({ ...condition, is }) ? condition.values : [] })
      }}
      onRemove={onRemove}
    >
      {field && needsValue(condition.is) && (
        <ConditionValues condition={condition} field={field} onChange={(values) => onChange({ values })} />
      )}
    </ConditionRow>
  )
}
