import {
  type ConversationFilter,
  conversationStatuses,
  type FilterField,
  handlers,
  locales,
  parseFieldConditions,
  priorities,
  resolverKinds,
  serializeConditions,
} from '@ozvi/contract'
import { languageNames } from '#platform/i18n/languages.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { customFilterField, useConditionText } from '#dashboard/filters'
import { useConversationFields } from '#dashboard/custom-fields'
import { useTags } from '#dashboard/tags'
import { useTeams } from '#dashboard/users'
import { useColleagues } from '../people/members.ts'

/** Waiting times offered, in minutes. */
const waits_min = [10, 30, 60, 240, 1_440]

/** Labels of all filter choices, in the order offered. */
export function useFilterOptions(integration_id: string) {
  const t = useT()
  const { wait } = useFilterFormats()
  return {
    status: conversationStatuses.map((value) => ({ value, label: t(`conversations.status_${value}`) })),
    handler: handlers.map((value) => ({ value, label: t(`search.handler_${value}`) })),
    // Customers can't resolve conversations.
    resolved_by: resolverKinds
      .filter((value) => value !== 'customer')
      .map((value) => ({ value, label: t(`home.resolver_${value}`) })),
    assignee: [
      { value: 'me', label: t('conversations.assign_me') },
      { value: 'none', label: t('conversations.assign_nobody') },
      ...useColleagues(integration_id).map(({ user_id, name, email }) => ({
        value: user_id,
        label: name || email,
      })),
    ],
    team: [
      { value: 'none', label: t('conversations.assign_no_team') },
      ...(useTeams(integration_id).data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
    tag: useTags(integration_id).map(({ id, name }) => ({ value: id, label: name })),
    priority: priorities.map((value) => ({ value, label: t(`conversations.priority_${value}`) })),
    locale: locales.map((value) => ({ value, label: languageNames[value] })),
    waiting_min: waits_min.map((minutes) => ({ value: String(minutes), label: wait(minutes) })),
  } satisfies Partial<Record<FilterField, { value: string; label: string }[]>>
}
export type ChoiceField = keyof ReturnType<typeof useFilterOptions>

function useFilterFormats() {
  const formats = useFormats()
  return {
    wait: (minutes: number) => formats.duration(minutes * 60),
    // Noon is the same date in every time zone.
    day: (day: string) => formats.date(new Date(`${day}T12:00`).toISOString()),
  }
}
export interface Chip {
  /** Unique key. */
  key: string
  label: string
  /** The filter without it. */
  filterWithout: ConversationFilter
}
const without = (filter: ConversationFilter, ...fields: FilterField[]): ConversationFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !fields.some((field) => field === name)))

/** Custom fields as filter fields. */
export const useCustomFilterFields = (integration_id: string) =>
  (useConversationFields(integration_id).data ?? []).map(customFilterField)

/** The filter as text, one chip per condition. */
export function useFilterChips(integration_id: string, filter: ConversationFilter): Chip[] {
  const t = useT()
  const { day, wait } = useFilterFormats()
  const choices = useFilterOptions(integration_id)
  const conditionText = useConditionText(useCustomFilterFields(integration_id))
  const chip = (label: string, ...fields: FilterField[]): Chip => ({
    key: fields.join(' '),
    label,
    filterWithout: without(filter, ...fields),
  })
  const noted = (text: string): Chip[] => {
    const rules = parseFieldConditions(text)
    // The URL may be truncated or belong to another version.
    if (rules.length === 0) return [chip(t('search.as_in_address'), 'fields')]
    return rules.map((rule, index) => {
      const otherMembers = serializeConditions(rules.filter((one) => one !== rule))
      const filterWithout = without(filter, 'fields')
      return {
        key: `fields ${index}`,
        label: conditionText(rule),
        filterWithout: otherMembers ? { ...filterWithout, fields: otherMembers } : filterWithout,
      }
    })
  }
  const chipsOf = (field: ChoiceField): Chip[] => {
    const fieldValue = filter[field]
    if (fieldValue === undefined) return []
    const values = Array.isArray(fieldValue) ? fieldValue.map(String) : [String(fieldValue)]
    const value = values
      .map((each) => choices[field].find((choice) => choice.value === each)?.label ?? t('search.someone'))
      .join(', ')
    return [chip(t('search.chip', { name: t(`search.${field}`), value }), field)]
  }
  function rangeLabel(from: string | undefined, to: string | undefined): string {
    if (!from) return t('search.until', { day: day(to ?? '') })
    if (!to) return t('search.since', { day: day(from) })
    return from === to ? day(from) : `${day(from)} – ${day(to)}`
  }
  const between = (name: 'created' | 'active'): Chip[] => {
    const from = filter[`${name}_from`]
    const to = filter[`${name}_to`]
    if (!from && !to) return []
    const value = rangeLabel(from, to)
    return [chip(t('search.chip', { name: t(`search.${name}`), value }), `${name}_from`, `${name}_to`)]
  }
  return [
    ...chipsOf('status'),
    ...chipsOf('handler'),
    ...chipsOf('resolved_by'),
    ...chipsOf('assignee'),
    ...chipsOf('team'),
    ...chipsOf('tag'),
    ...chipsOf('priority'),
    ...chipsOf('locale'),
    ...(filter.waiting_min === undefined
      ? []
      : [chip(t('search.waits_chip', { time: wait(filter.waiting_min) }), 'waiting_min')]),
    ...between('created'),
    ...between('active'),
    ...(filter.mentioned ? [chip(t('search.mentioned'), 'mentioned')] : []),
    ...(filter.contact_id ? [chip(t('search.contact_chip'), 'contact_id')] : []),
    ...(filter.fields ? noted(filter.fields) : []),
  ]
}
