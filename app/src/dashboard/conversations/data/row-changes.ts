import {
  applyConversationChanged,
  type Conversation,
  type InboxRow,
  type SharedRow,
  minute_ms,
} from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import { withContactName } from '#dashboard/contact-names'
import { placeRow, unlistRow } from './lists.ts'
import { changeRow, type RowKey, rowsIn } from './rows.ts'

/** Applies an event or the server's answer to the row and to every list. Older versions change nothing. */
export function applyChange(cache: QueryClient, changed: SharedRow): void {
  const rows = rowsIn(cache)
  const isKnown = rows.get(changed.id) !== undefined
  const apply = (known: readonly InboxRow[]) => applyConversationChanged(known, changed)
  if (isKnown) changeRow(cache, changed.id, apply)
  else rows.put(apply([]))
  // Also if the row isn't newer: it may have been read after the list.
  const isListed = placeRow(cache, changed)
  // A workspace has more conversations than a browser should hold.
  if (!isKnown && !isListed) rows.forget(changed.id)
}

/** Longer than an action can be undone by its shortcut. */
const recent_ms = 2 * minute_ms
const changed_at = new Map<string, number>()
/** Whether the member changed it just now, so that its row moves immediately. */
export const isLocalChange = (id: string): boolean => Date.now() - (changed_at.get(id) ?? 0) < recent_ms

/**
 * Shows the member's own change in the row and in every list until the server has answered.
 *
 * @returns takes it back
 */
export function guessRow(cache: QueryClient, row: RowKey, guess: Partial<InboxRow>): () => void {
  changed_at.set(row.id, Date.now())
  const undo = rowsIn(cache).guess(row.id, guess)
  placeRow(cache, row)
  return () => {
    undo()
    placeRow(cache, row)
  }
}

/** Shows the member's own change, or that the row is deleted, until it is received or read again. */
export function showChange(cache: QueryClient, row: RowKey, change: Partial<InboxRow> | 'delete') {
  changed_at.set(row.id, Date.now())
  if (change === 'delete') return unlistRow(cache, row)
  rowsIn(cache).change(row.id, (now) => ({ ...now, ...change }))
  placeRow(cache, row)
}

/** Updates the name and email address of a contact in every row. */
export function showContact(
  cache: QueryClient,
  contact: Pick<Conversation['contact'], 'id' | 'name' | 'email'>,
) {
  const rows = rowsIn(cache)
  for (const { id } of rows.all()) rows.change(id, (row) => withContactName(row, contact))
}
