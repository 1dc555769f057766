import {
  type Conversation,
  type ConversationFilter,
  InboxView,
  isWanted as isWantedBy,
  readFilter,
  wantedIn,
  writeFilter,
} from '@ozvi/contract'

/** Which list of the inbox is shown: a view, and what is asked besides. */
export interface Wanted {
  view: InboxView
  filter: ConversationFilter
}
const viewOf = (name: string | null): InboxView => InboxView.options.find((view) => view === name) ?? 'all'

/** What an address asks for. Anything that cannot be understood is left out. */
export const readWanted = (params: URLSearchParams): Wanted => ({
  view: viewOf(params.get('view')),
  filter: readFilter(Object.fromEntries(params)),
})
/** The other way round: `?view=mine&locale=sk`, or nothing for the list that is shown first. */
export function writeWanted({ view, filter }: Wanted, more: Record<string, string> = {}): string {
  // Commas may stand in a query as they are, and are read more easily.
  const query = new URLSearchParams({ ...(view === 'all' ? {} : { view }), ...writeFilter(filter), ...more })
    .toString()
    .replaceAll('%2C', ',')
  return query && `?${query}`
}
export const isFiltered = ({ filter }: Wanted): boolean => Object.keys(filter).length > 0

let areFieldsWanted: Parameters<typeof isWantedBy>[3]
/** What a list asks of own fields is understood by a part of its own, fetched with the first list that asks it. */
export async function prepareFor({ filter }: Wanted): Promise<void> {
  if (filter.fields) ({ areFieldsWanted } = await import('../filters/fields-wanted.ts'))
}
/** Whether a conversation belongs to a list now: the rule by which the server lists. */
export const isWanted = ({ view, filter }: Wanted, conversation: Conversation, user_id: string): boolean =>
  isWantedBy(wantedIn(view, filter), conversation, { user_id, now: Date.now() }, areFieldsWanted)
