import {
  type ChosenHubspotProperty,
  type CustomField,
  type FlowCondition,
  type FlowVariable,
  flowOperators,
  hubspotFieldStart,
  locales,
  priorities,
} from '@ozvi/contract'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { today } from '#ui/days.ts'
import type { Option } from '#ui/input.tsx'
import { languageName } from '#dashboard/users'
import { type EditorParts, useEditorParts } from '../editor/editor-context.ts'

type Operator = FlowCondition['operator']
const presence = ['is_set', 'is_not_set'] as const
/** The operators of each type of field; the first one is chosen with the field. */
const operatorsOfType = {
  text: ['is', 'is_not', 'contains', 'starts_with', ...presence],
  number: ['is', 'is_not', 'greater', 'less', ...presence],
  date: ['is', 'is_not', 'greater', 'less', ...presence],
  choice: ['is', 'is_not', ...presence],
  /** Choices in an order. */
  ranked: ['is', 'is_not', 'greater', 'less', ...presence],
  /** Texts, numbers and dates. */
  any: flowOperators,
  page: ['contains', 'starts_with', 'is', 'is_not', ...presence],
  /** Never empty. */
  state: ['is', 'is_not'],
  today: ['less', 'greater', 'is', 'is_not'],
} as const satisfies Record<string, readonly Operator[]>

/** A field that conditions can read. */
export interface FlowField {
  subject: FlowCondition['subject']
  /** Empty for subjects without named fields. */
  name: string
  label: string
  type: keyof typeof operatorsOfType
  options?: readonly Option[]
}
export const operatorsOf = ({ type }: FlowField): readonly Operator[] => operatorsOfType[type]
export const isDate = ({ type }: FlowField): boolean => type === 'date' || type === 'today'
/** Identifies a field in lists: `contact:email`, `page`. */
export const fieldKey = ({ subject, name }: Pick<FlowField, 'subject' | 'name'>): string =>
  name ? `${subject}:${name}` : subject
/** A condition on a field that was just chosen. */
export function conditionOn(field: FlowField): FlowCondition {
  const { subject, name, type, options } = field
  const value = type === 'today' ? today(Date.now()) : type === 'state' ? (options?.[0]?.value ?? '') : ''
  return { subject, name, operator: operatorsOf(field)[0] ?? 'is', value }
}

/** All fields that the conditions of the edited flow can read, by subject. */
export function useFlowFields(): { label: string; fields: readonly FlowField[] }[] {
  const t = useT()
  const locale = useLocale()
  const { flow, references } = useEditorParts()
  const languages = locales.map((value) => ({ value, label: languageName(value, locale) }))
  return [
    { label: t('scenarios.fields_contact'), fields: contactFields(references, t) },
    { label: t('scenarios.fields_conversation'), fields: conversationFields(references, t) },
    { label: t('scenarios.fields_visit'), fields: visitFields(languages, t) },
    { label: t('scenarios.variables'), fields: flow.variables.map(variableField) },
  ]
}

/** @returns the type and the options of a condition on a custom field or a HubSpot property */
function typeOf(
  {
    type,
    options,
  }: { type: CustomField['type'] | ChosenHubspotProperty['type']; options: readonly Option[] },
  t: Translate,
): Pick<FlowField, 'type' | 'options'> {
  if (type === 'list') return { type: 'choice', options }
  if (type === 'number' || type === 'date') return { type }
  if (type === 'datetime') return { type: 'any' }
  if (type !== 'boolean') return { type: 'text' }
  const answers = [
    { value: 'true', label: t('contacts.yes') },
    { value: 'false', label: t('contacts.no') },
  ]
  return { type: 'choice', options: answers }
}
function contactFields(
  { contactFields: fields, customFields, hubspot }: EditorParts['references'],
  t: Translate,
) {
  return [
    ...fields.map((each) => namedField('contact', each, customFields, t)),
    ...hubspot.properties.map((property): FlowField => ({
      subject: 'contact',
      name: `${hubspotFieldStart}${property.name}`,
      label: `HubSpot: ${property.label}`,
      ...typeOf(property, t),
    })),
  ]
}
function conversationFields(references: EditorParts['references'], t: Translate) {
  const builtIn: Record<string, Pick<FlowField, 'type' | 'options'>> = {
    tag: { type: 'choice', options: references.tags },
    team: { type: 'choice', options: references.teams },
    priority: {
      type: 'ranked',
      options: priorities.map((value) => ({ value, label: t(`conversations.priority_${value}`) })),
    },
  }
  return references.conversationFields.map((each): FlowField => ({
    ...namedField('conversation', each, references.customFields, t),
    ...builtIn[each.value],
  }))
}
/** A built-in field, which is a text, or a custom one. */
function namedField(
  subject: 'contact' | 'conversation',
  { value: name, label }: Option,
  customFields: EditorParts['references']['customFields'],
  t: Translate,
): FlowField {
  const custom = customFields.find(({ id }) => id === name)
  const options = custom?.options.map((value) => ({ value, label: value })) ?? []
  return { subject, name, label, ...typeOf({ type: custom?.type ?? 'text', options }, t) }
}
function visitFields(languages: readonly Option[], t: Translate): FlowField[] {
  const hours = (['open', 'closed'] as const).map((value) => ({
    value,
    label: t(`scenarios.hours_${value}`),
  }))
  const field = (
    subject: 'page' | 'locale' | 'hours' | 'date',
    rest: Pick<FlowField, 'type' | 'options'>,
  ) => ({
    subject,
    name: '',
    label: t(`scenarios.subject_${subject}`),
    ...rest,
  })
  return [
    field('page', { type: 'page' }),
    field('locale', { type: 'state', options: languages }),
    field('hours', { type: 'state', options: hours }),
    field('date', { type: 'today' }),
  ]
}
const variableField = ({ name, type }: FlowVariable): FlowField => ({
  subject: 'variable',
  name,
  label: name,
  type: type === 'number' ? 'number' : 'any',
})
