import {
  type Conversation,
  type ConversationStatus,
  conversationStatuses,
  handlers,
  priorities,
  resolverKinds,
} from '../conversations/conversations.ts'
import {
  type ConversationFilter,
  type FilterField,
  type FilterText,
  type InboxView,
  waitMax_min,
} from '../conversations/filter.ts'
import { locales } from '../fields.ts'
import {
  conditionTextCharsMax,
  dayOf,
  type FilterContext,
  isCount,
  isDay,
  isId,
  isOneOf,
} from './condition-values.ts'
import type { FieldValues } from './custom-fields.ts'

/*
 * Decides whether a conversation matches a filter. Pure, so that the app and the server decide alike.
 */

const live: ConversationStatus[] = ['open', 'waiting']
/** Conversations that the team answers; automated ones have their own view. */
const viewFilters: Record<InboxView, ConversationFilter> = {
  all: { status: live, handler: ['team'] },
  mine: { status: live, handler: ['team'], assignee: ['me'] },
  unassigned: { status: live, handler: ['team'], assignee: ['none'] },
  mentioned: { status: [...live, 'snoozed'], mentioned: ['me'] },
  overdue: { status: ['open'], handler: ['team'], overdue: ['yes'] },
  automated: { status: live, handler: ['scenario', 'assistant'] },
  waiting: { status: ['waiting'] },
  snoozed: { status: ['snoozed'] },
  resolved: { status: ['resolved'] },
  spam: { status: ['spam'] },
}
/**
 * A view is a named filter. An additional filter replaces the view's condition on the same field. The list of
 * one contact's conversations ignores the view.
 */
export function filterOfView(view: InboxView, filter: ConversationFilter): ConversationFilter {
  if (filter.contact_id !== undefined) return filter
  if (filter.resolved_by === undefined) return { ...viewFilters[view], ...filter }
  const { handler: _, ...others } = viewFilters[view]
  return { ...others, ...viewFilters.resolved, ...filter }
}

/** Validates one value of each field; fields in `several` accept more than one. */
const isValueOf: Record<FilterField, (text: string) => boolean> = {
  status: isOneOf(conversationStatuses),
  handler: isOneOf(handlers),
  resolved_by: isOneOf(resolverKinds),
  assignee: (text) => text === 'me' || text === 'none' || isId(text),
  locale: isOneOf(locales),
  priority: isOneOf(priorities),
  mentioned: isOneOf(['me']),
  team: (text) => text === 'none' || isId(text),
  tag: isId,
  waiting_min: isCount(waitMax_min),
  overdue: isOneOf(['yes']),
  created_from: isDay,
  created_to: isDay,
  active_from: isDay,
  active_to: isDay,
  contact_id: isId,
  // `parseFieldConditions` validates the content.
  fields: (text) => text.length <= conditionTextCharsMax && /^([\da-f-]{36}\.[^;]+(;|$))+$/.test(text),
}
const several: readonly string[] = [
  'status',
  'handler',
  'resolved_by',
  'assignee',
  'locale',
  'priority',
  'mentioned',
  'team',
  'tag',
  'overdue',
]

/**
 * Parses the filter of an address or a stored view and ignores what it doesn't understand; the lenient
 * counterpart of the schema.
 */
export function parseFilter(texts: Readonly<Record<string, string | undefined>>): ConversationFilter {
  const validEntries = Object.entries(isValueOf).flatMap(([name, isValid]): [string, unknown][] => {
    const text = texts[name]
    if (!text) return []
    if (several.includes(name)) {
      const values = text.split(',')
      return values.every(isValid) ? [[name, [...new Set(values)]]] : []
    }
    return isValid(text) ? [[name, name === 'waiting_min' ? Number(text) : text]] : []
  })
  // The loop above has validated each field.
  return Object.fromEntries(validEntries) as ConversationFilter
}
/** Turns a filter into URL parameters. */
export const serializeFilter = (filter: ConversationFilter): FilterText =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/**
 * Whether a conversation matches. The server lists by the same conditions, so a row that changes moves on every
 * screen immediately.
 * @param matchesFieldConditions the function of this name, which the app loads only if a filter has conditions
 * on custom fields
 */
export function matchesFilter(
  {
    status,
    handler,
    resolved_by,
    assignee,
    locale,
    priority,
    mentioned,
    team,
    tag,
    waiting_min,
    overdue,
    contact_id,
    fields,
    ...days
  }: ConversationFilter,
  row: Conversation,
  context: FilterContext,
  matchesFieldConditions:
    | ((text: string, fields: FieldValues, context: FilterContext) => boolean)
    | undefined,
): boolean {
  const { user_id, now } = context
  const isBetween = (time: string, from: string | undefined, to: string | undefined) =>
    (from === undefined && to === undefined) ||
    (dayOf(time, context) >= (from ?? '') && dayOf(time, context) <= (to ?? '9999-12-31'))
  const isAssigned = (to: string) => (row.assignee_id ?? 'none') === (to === 'me' ? user_id : to)
  return (
    (status?.includes(row.status) ?? true) &&
    (handler?.includes(row.handler) ?? true) &&
    (resolved_by === undefined || (row.resolved_by !== null && resolved_by.includes(row.resolved_by))) &&
    (assignee?.some(isAssigned) ?? true) &&
    (locale?.includes(row.locale) ?? true) &&
    (priority?.includes(row.priority) ?? true) &&
    (mentioned === undefined || row.mentioned_ids.includes(user_id)) &&
    (team?.includes(row.team_id ?? 'none') ?? true) &&
    (tag?.some((id) => row.tag_ids.includes(id)) ?? true) &&
    (waiting_min === undefined ||
      (row.waiting_since !== null && now - Date.parse(row.waiting_since) >= waiting_min * 60_000)) &&
    (overdue === undefined || (row.due_at !== null && Date.parse(row.due_at) <= now)) &&
    (contact_id === undefined || row.contact.id === contact_id) &&
    isBetween(row.created_at, days.created_from, days.created_to) &&
    isBetween(row.last_message_at, days.active_from, days.active_to) &&
    (fields === undefined || matchesFieldConditions?.(fields, row.fields, context) === true)
  )
}
