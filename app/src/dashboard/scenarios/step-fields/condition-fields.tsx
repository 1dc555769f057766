import { type FlowCondition, type FlowConditions, flowConditionsMax, flowOperators } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { Button } from '#ui/button.tsx'
import { ConditionRow } from '#ui/condition-row.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { Input } from '#ui/input.tsx'
import { Choice } from './choice.tsx'
import { matchLabels } from '../editor/match-labels.ts'
import { newCondition } from '../editor/new-step.ts'
import { conditionOn, fieldKey, type FlowField, isDate, operatorsOf, useFlowFields } from './flow-fields.ts'

interface ConditionFieldsProps {
  value: FlowConditions
  onChange: (value: FlowConditions) => void
  /** Where problems of the conditions lead, such as `audience.groups.1.conditions`. */
  place?: string
}
/** Conditions that must all hold, or one of them. */
export function ConditionFields({ value, onChange, place }: ConditionFieldsProps) {
  const { conditions, match } = value
  return (
    <div className="flex flex-col gap-2">
      {conditions.length > 1 && (
        <MatchField value={match} onChange={(next) => onChange({ ...value, match: next })} />
      )}
      <ConditionList
        conditions={conditions}
        onChange={(next) => onChange({ ...value, conditions: next })}
        place={place}
      />
      {conditions.length < flowConditionsMax && (
        <div>
          <AddCondition
            onAdd={(condition) => onChange({ ...value, conditions: [...conditions, condition] })}
          />
        </div>
      )}
    </div>
  )
}

type Match = FlowConditions['match']
export function MatchField({
  value,
  hasGroups = false,
  onChange,
}: {
  value: Match
  hasGroups?: boolean
  onChange: (value: Match) => void
}) {
  const t = useT()
  const labels = matchLabels(t, hasGroups)
  return (
    <Choice
      label={t('scenarios.match')}
      value={value}
      options={(['all', 'any'] as const).map((each) => ({ value: each, label: labels[each] }))}
      onChange={(next) => onChange(next === 'any' ? 'any' : 'all')}
    />
  )
}

export function ConditionList({
  conditions,
  onChange,
  place,
}: {
  conditions: readonly FlowCondition[]
  onChange: (conditions: FlowCondition[]) => void
  place?: string | undefined
}) {
  const groups = useFlowFields()
  if (conditions.length === 0) return null
  return (
    <ul className="flex flex-col gap-3">
      {conditions.map((condition, index) => (
        <li key={index} data-place={place && `${place}.${index}`}>
          <FlowConditionRow
            groups={groups}
            number={index + 1}
            condition={condition}
            onChange={(next) => onChange(conditions.with(index, next))}
            onRemove={() => onChange(conditions.toSpliced(index, 1))}
          />
        </li>
      ))}
    </ul>
  )
}

export function AddCondition({ onAdd }: { onAdd: (condition: FlowCondition) => void }) {
  const t = useT()
  return (
    <Button size="sm" icon="plus" onClick={() => onAdd(newCondition())}>
      {t('scenarios.condition_add')}
    </Button>
  )
}

function FlowConditionRow({
  groups,
  condition,
  number,
  onChange,
  onRemove,
}: {
  groups: ReturnType<typeof useFlowFields>
  condition: FlowCondition
  number: number
  onChange: (condition: FlowCondition) => void
  onRemove: () => void
}) {
  const t = useT()
  const fields = groups.flatMap((group) => group.fields)
  const key = fieldKey(condition)
  const field = fields.find((each) => fieldKey(each) === key)
  const { operator } = condition
  const offered = field ? operatorsOf(field) : [operator]
  // An imported flow may have any operator.
  const operators = offered.includes(operator) ? offered : [...offered, operator]
  return (
    <ConditionRow
      labels={{
        field: t('scenarios.condition_field', { number }),
        operator: t('scenarios.condition_operator', { number }),
        remove: t('scenarios.condition_remove', { number }),
      }}
      groups={groups.map((group) => ({
        label: group.label,
        fields: group.fields.map((each) => ({ value: fieldKey(each), label: each.label })),
      }))}
      field={key}
      unknownField={t(condition.name ? 'scenarios.choice_deleted' : 'scenarios.choose')}
      onFieldChange={(value) => {
        const next = fields.find((each) => fieldKey(each) === value)
        if (next) onChange(conditionOn(next))
      }}
      operators={operators.map((value) => ({ value, label: operatorText(value, field, t) }))}
      operator={operator}
      onOperatorChange={(value) => {
        const next = flowOperators.find((each) => each === value)
        if (next) onChange({ ...condition, operator: next })
      }}
      onRemove={onRemove}
    >
      {operator !== 'is_set' && operator !== 'is_not_set' && (
        <ConditionValue
          label={t('scenarios.condition_value', { number })}
          field={operator === 'contains' || operator === 'starts_with' ? undefined : field}
          value={condition.value}
          onChange={(value) => onChange({ ...condition, value })}
        />
      )}
    </ConditionRow>
  )
}
function operatorText(operator: FlowCondition['operator'], field: FlowField | undefined, t: Translate) {
  if (field && isDate(field)) {
    if (operator === 'greater') return t('scenarios.operator_after')
    if (operator === 'less') return t('scenarios.operator_before')
  }
  return t(`scenarios.operator_${operator}`)
}
function ConditionValue({
  label,
  field,
  value,
  onChange,
}: {
  label: string
  field: FlowField | undefined
  value: string
  onChange: (value: string) => void
}) {
  if (field?.options)
    return <Choice label={label} value={value} options={field.options} onChange={onChange} />
  if (field && isDate(field))
    return <DatePicker aria-label={label} value={value} onChange={onChange} acceptsUnclearText />
  return (
    <Input
      aria-label={label}
      value={value}
      maxLength={200}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
