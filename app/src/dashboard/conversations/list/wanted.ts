import {
  type Conversation,
  type ConversationFilter,
  InboxView,
  isWanted as isWantedBy,
  readFilter,
  wantedIn,
  writeFilter,
} from '@ozvi/contract'

/** Parameters of an inbox list: a view and filters. */
export interface Wanted {
  view: InboxView
  filter: ConversationFilter
}
const viewOf = (name: string | null): InboxView => InboxView.options.find((view) => view === name) ?? 'all'

/** Parses a URL; invalid parts are ignored. */
export const readWanted = (params: URLSearchParams): Wanted => ({
  view: viewOf(params.get('view')),
  filter: readFilter(Object.fromEntries(params)),
})
/** The inverse: `?view=mine&locale=sk`, or nothing for the default list. */
export function writeWanted({ view, filter }: Wanted, more: Record<string, string> = {}): string {
  // Commas are valid in queries and easier to read.
  const query = new URLSearchParams({ ...(view === 'all' ? {} : { view }), ...writeFilter(filter), ...more })
    .toString()
    .replaceAll('%2C', ',')
  return query && `?${query}`
}
export const isFiltered = ({ filter }: Wanted): boolean => Object.keys(filter).length > 0

let areFieldsWanted: Parameters<typeof isWantedBy>[3]
/** Loads the module for custom field filters when a list first needs it. */
export async function prepareFor({ filter }: Wanted): Promise<void> {
  if (filter.fields) ({ areFieldsWanted } = await import('../filters/fields-wanted.ts'))
}
/** Whether a conversation belongs to a list: the same rule as on the server. */
export const isWanted = ({ view, filter }: Wanted, conversation: Conversation, user_id: string): boolean =>
  isWantedBy(wantedIn(view, filter), conversation, { user_id, now: Date.now() }, areFieldsWanted)
