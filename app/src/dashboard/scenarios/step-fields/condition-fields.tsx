import {
  type ChosenHubspotProperty,
  conditionSubjects,
  type CustomField,
  type FlowCondition,
  type FlowConditions,
  flowConditionsMax,
  flowOperators,
  hubspotFieldStart,
  locales,
  priorities,
} from '@ozvi/contract'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { today } from '#ui/days.ts'
import { Input } from '#ui/input.tsx'
import { languageName } from '#dashboard/users'
import { Choice } from './choice.tsx'
import { type Option, useEditorParts } from '../editor/editor-context.ts'
import { matchLabels } from '../editor/match-labels.ts'
import { newCondition } from '../editor/new-step.ts'

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
  const t = useT()
  return conditions.map((condition, index) => (
    <div
      key={index}
      data-place={place && `${place}.${index}`}
      className="flex items-start gap-1 rounded-control border border-line bg-raised p-2"
    >
      <ConditionField
        number={index + 1}
        condition={condition}
        onChange={(next) => onChange(conditions.with(index, next))}
      />
      <IconButton
        icon="x"
        size="sm"
        label={t('scenarios.condition_remove', { number: index + 1 })}
        onClick={() => onChange(conditions.toSpliced(index, 1))}
      />
    </div>
  ))
}

export function AddCondition({ onAdd }: { onAdd: (condition: FlowCondition) => void }) {
  const t = useT()
  return (
    <Button size="sm" icon="plus" onClick={() => onAdd(newCondition())}>
      {t('scenarios.condition_add')}
    </Button>
  )
}

const unnamed: readonly FlowCondition['subject'][] = ['page', 'locale', 'hours', 'date']
const operatorsOf = (subject: FlowCondition['subject']): readonly FlowCondition['operator'][] => {
  if (subject === 'date') return ['is', 'is_not', 'greater', 'less']
  return subject === 'hours' || subject === 'locale' ? ['is', 'is_not'] : flowOperators
}
/** The first operator and value of a condition whose subject was just chosen. */
function initialOf(subject: FlowCondition['subject']): Pick<FlowCondition, 'operator' | 'value'> {
  if (subject === 'date') return { operator: 'less', value: today(Date.now()) }
  const value = subject === 'hours' ? 'open' : subject === 'locale' ? 'en' : ''
  return { operator: subject === 'page' ? 'contains' : 'is', value }
}
const withoutValue: readonly FlowCondition['operator'][] = ['is_set', 'is_not_set']
const find = <T extends string>(all: readonly T[], value: string, fallback: T): T =>
  all.find((each) => each === value) ?? fallback

function ConditionField({
  condition,
  number,
  onChange,
}: {
  condition: FlowCondition
  number: number
  onChange: (condition: FlowCondition) => void
}) {
  const t = useT()
  const { subject, operator } = condition
  const { names, values, isDate } = useConditionOptions(condition)
  const operators = operatorsOf(subject)
  const operatorLabel = (value: FlowCondition['operator']) =>
    isDate && (value === 'greater' || value === 'less')
      ? t(value === 'greater' ? 'scenarios.operator_after' : 'scenarios.operator_before')
      : t(`scenarios.operator_${value}`)
  return (
    <div className="grid min-w-0 flex-1 gap-1.5 sm:grid-cols-2">
      <Choice
        label={t('scenarios.condition_subject', { number })}
        value={subject}
        options={conditionSubjects.map((value) => ({ value, label: t(`scenarios.subject_${value}`) }))}
        onChange={(next) => {
          const chosen = find(conditionSubjects, next, subject)
          onChange({ subject: chosen, name: '', ...initialOf(chosen) })
        }}
      />
      {!unnamed.includes(subject) && (
        <Choice
          label={t('scenarios.condition_name', { number })}
          value={condition.name}
          options={names}
          onChange={(name) => onChange({ ...condition, name, value: '' })}
        />
      )}
      <Choice
        label={t('scenarios.condition_operator', { number })}
        value={operator}
        options={operators.map((value) => ({ value, label: operatorLabel(value) }))}
        onChange={(next) => onChange({ ...condition, operator: find(flowOperators, next, operator) })}
      />
      {!withoutValue.includes(operator) &&
        (values ? (
          <Choice
            label={t('scenarios.condition_value', { number })}
            value={condition.value}
            options={values}
            onChange={(value) => onChange({ ...condition, value })}
          />
        ) : (
          <Input
            aria-label={t('scenarios.condition_value', { number })}
            type={isDate ? 'date' : 'text'}
            value={condition.value}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...condition, value: target.value })}
          />
        ))}
    </div>
  )
}

/** Names that a subject has, and the values of a name; undefined: any text. */
function useConditionOptions({ subject, name, operator }: FlowCondition): {
  names: readonly Option[]
  values: readonly Option[] | undefined
  isDate: boolean
} {
  const t = useT()
  const locale = useLocale()
  const { flow, named } = useEditorParts()
  const variables = flow.variables.map((variable) => ({ value: variable.name, label: variable.name }))
  const names =
    subject === 'contact'
      ? [
          ...named.contactFields,
          ...named.hubspot.properties.map((each) => ({
            value: `${hubspotFieldStart}${each.name}`,
            label: `HubSpot: ${each.label}`,
          })),
        ]
      : subject === 'conversation'
        ? named.conversationFields
        : variables
  const property =
    subject === 'contact' &&
    named.hubspot.properties.find((each) => name === `${hubspotFieldStart}${each.name}`)
  const customField =
    subject === 'contact' || subject === 'conversation'
      ? named.customFields.find(({ id }) => id === name)
      : undefined
  const valuesOfType = (
    type: ChosenHubspotProperty['type'] | CustomField['type'],
    options: readonly Option[],
  ): readonly Option[] | undefined => {
    if (type === 'boolean')
      return (['yes', 'no'] as const).map((each) => ({
        value: String(each === 'yes'),
        label: t(`contacts.${each}`),
      }))
    return type === 'list' && (operator === 'is' || operator === 'is_not') ? options : undefined
  }
  const valuesOf = () => {
    if (subject === 'hours')
      return (['open', 'closed'] as const).map((value) => ({ value, label: t(`scenarios.hours_${value}`) }))
    if (subject === 'locale') return locales.map((value) => ({ value, label: languageName(value, locale) }))
    if (property) return valuesOfType(property.type, property.options)
    if (customField)
      return valuesOfType(
        customField.type,
        customField.options.map((value) => ({ value, label: value })),
      )
    if (subject !== 'conversation') return undefined
    if (name === 'tag') return named.tags
    if (name === 'team') return named.teams
    if (name === 'priority')
      return priorities.map((value) => ({ value, label: t(`conversations.priority_${value}`) }))
    return undefined
  }
  return { names, values: valuesOf(), isDate: subject === 'date' || customField?.type === 'date' }
}
