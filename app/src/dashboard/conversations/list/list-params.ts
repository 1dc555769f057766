import {
  type Conversation,
  type ConversationFilter,
  conversationStatuses,
  filterOfView,
  type InboxView,
  inboxViews,
  matchesFilter,
  parseFilter,
  serializeFilter,
} from '@ozvi/contract'

/** Parameters of an inbox list: a view and filters. */
export interface ListParams {
  view: InboxView
  filter: ConversationFilter
}
const viewOf = (name: string | null): InboxView => inboxViews.find((view) => view === name) ?? 'all'

/** Parses a URL; invalid parts are ignored. */
export const parseListParams = (params: URLSearchParams): ListParams => ({
  view: viewOf(params.get('view')),
  filter: parseFilter(Object.fromEntries(params)),
})
/** The inverse: `?view=mine&locale=sk`, or nothing for the default list. */
export function toSearchParams({ view, filter }: ListParams, more: Record<string, string> = {}): string {
  // Commas are valid in queries and easier to read.
  const query = new URLSearchParams({
    ...(view === 'all' ? {} : { view }),
    ...serializeFilter(filter),
    ...more,
  })
    .toString()
    .replaceAll('%2C', ',')
  return query && `?${query}`
}
/** The team whose conversations a list shows, if it is filtered by nothing else. */
export function teamOf({ view, filter }: ListParams): string | undefined {
  const [team, ...otherTeams] = filter.team ?? []
  const isTeamList = view === 'all' && otherTeams.length === 0 && Object.keys(filter).length === 1
  return isTeamList && team !== 'none' ? team : undefined
}
/** Whether the list of all conversations shows some that are neither open nor waiting. */
export function hasOtherStatuses({ view, filter }: ListParams): boolean {
  const { status = [...conversationStatuses] } = filterOfView(view, filter)
  return view === 'all' && status.some((each) => each !== 'open' && each !== 'waiting')
}
export const isFiltered = ({ filter }: ListParams): boolean => Object.keys(filter).length > 0

let matchesFieldConditions: Parameters<typeof matchesFilter>[3]
/** Loads the module for custom field filters when a list first needs it. */
export async function loadFieldFilter({ filter }: ListParams): Promise<void> {
  if (filter.fields) ({ matchesFieldConditions } = await import('../filters/field-filter-params.ts'))
}
/** Whether a conversation belongs to a list: the same rule as on the server. */
export const matchesList = (
  { view, filter }: ListParams,
  conversation: Conversation,
  user_id: string,
): boolean =>
  matchesFilter(
    filterOfView(view, filter),
    conversation,
    { user_id, now: Date.now() },
    matchesFieldConditions,
  )
