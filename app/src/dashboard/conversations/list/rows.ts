import {
  applyConversationChanged,
  applyConversationDeleted,
  applyConversationHidden,
  type Conversation,
  type Hidden,
  type InboxRow,
} from '@ozvi/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { withContactName } from '#dashboard/contact-names'
import { matchesList, type ListParams } from './list-params.ts'

/*
 * A list is loaded in pages and updated as one: rows are removed, added and moved across pages. Pure; the
 * contract's reducers define how an event changes a row.
 */

export interface RowPage {
  items: InboxRow[]
  next: string | null
}
export type RowPages = InfiniteData<RowPage>

/** Newest message first, as the server sorts. */
const newestFirst = (a: InboxRow, b: InboxRow) =>
  b.last_message_at.localeCompare(a.last_message_at) || b.id.localeCompare(a.id)

/** All loaded rows, without duplicates: a row that moved while pages were loaded may be on two of them. */
export function rowsOf(data: RowPages): InboxRow[] {
  return [...new Map(data.pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values()]
}

/** The same pages with other rows: the surplus goes to the last page. */
function withRows(data: RowPages, rows: InboxRow[]): RowPages {
  let at = 0
  const last = data.pages.length - 1
  const pages = data.pages.map((page, index) => {
    const items = index === last ? rows.slice(at) : rows.slice(at, at + page.items.length)
    at += items.length
    return { ...page, items }
  })
  return { ...data, pages }
}

/** Puts a row where it belongs in a list, or removes it. */
export function upsertRow(data: RowPages, listParams: ListParams, row: InboxRow, user_id: string): RowPages {
  const otherRows = rowsOf(data).filter(({ id }) => id !== row.id)
  if (!matchesList(listParams, row, user_id)) return withRows(data, otherRows)
  const rows = [...otherRows, row].sort(newestFirst)
  // Between here and the next page there may be other rows: it comes with its own page.
  const isBeyond = rows.at(-1) === row && data.pages.at(-1)?.next != null
  return withRows(data, isBeyond ? otherRows : rows)
}

/**
 * Applies an event to one list; older versions change nothing.
 *
 * @param cachedRow the row from another list or page, which has the read cursor
 */
export function applyChange(
  data: RowPages,
  listParams: ListParams,
  changed: Conversation,
  user_id: string,
  cachedRow: InboxRow | undefined,
): RowPages {
  const current = rowsOf(data).find(({ id }) => id === changed.id)
  const base = current ?? cachedRow
  const row = applyConversationChanged(base ? [base] : [], changed)[0]
  if (!row || row === current) return data
  return upsertRow(
    data,
    listParams,
    { ...row, seen_seq: Math.max(row.seen_seq, cachedRow?.seen_seq ?? 0) },
    user_id,
  )
}

/** Maps cached rows; unchanged ones are kept. */
export const mapRows = (data: RowPages, change: (row: InboxRow) => InboxRow): RowPages =>
  withRows(data, rowsOf(data).map(change))

export const withoutRow = (data: RowPages, deleted: { conversation_id: string }): RowPages =>
  withRows(data, applyConversationDeleted(rowsOf(data), deleted))
export const withoutHidden = (data: RowPages, hidden: Hidden): RowPages =>
  withRows(data, applyConversationHidden(rowsOf(data), hidden))
/** Updates a contact's name; returns the same pages if no row changes. */
export function withContact(
  data: RowPages,
  contact: Pick<InboxRow['contact'], 'id' | 'name' | 'email'>,
): RowPages {
  const isShown = rowsOf(data).some((row) => withContactName(row, contact) !== row)
  return isShown ? mapRows(data, (row) => withContactName(row, contact)) : data
}
/** Removes rows of an erased contact. */
export const withoutContact = (data: RowPages, { contact_id }: { contact_id: string }): RowPages =>
  withRows(
    data,
    rowsOf(data).filter(({ contact }) => contact.id !== contact_id),
  )
