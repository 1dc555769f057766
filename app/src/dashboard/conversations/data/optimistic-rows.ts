import type { Conversation, InboxRow } from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import { changeAll, changeData } from '#platform/calls/cached-data.ts'
import { withContactName } from '#dashboard/contact-names'
import { applyChange, mapRows, upsertRow, withContact } from '../list/rows.ts'
import { recordLocalChange } from '../list/local-changes.ts'
import { cachedRow, changeLists, conversationOf } from './data.ts'
import { isRevoked } from './revoked-conversations.ts'

/** Puts an optimistic row into every list it now belongs to, and removes it from the others. */
export function showRow(cache: QueryClient, integration_id: string, row: InboxRow, user_id: string) {
  recordLocalChange(row.id)
  changeData(cache, conversationOf(integration_id, row.id), () => row)
  changeLists(cache, integration_id, (data, listParams) => upsertRow(data, listParams, row, user_id))
}
/** Applies the server's answer, unless an event was newer. */
export function applyServerState(
  cache: QueryClient,
  integration_id: string,
  answer: Conversation,
  user_id: string,
) {
  const previousRow = cachedRow(cache, integration_id, answer.id)
  changeData(cache, conversationOf(integration_id, answer.id), (cached) =>
    cached.version >= answer.version ? cached : { ...cached, ...answer },
  )
  // After reassigning it, the conversation may be invisible before the answer arrives.
  if (isRevoked(cache, answer)) return
  changeLists(cache, integration_id, (data, listParams) =>
    applyChange(data, listParams, answer, user_id, previousRow),
  )
}
/** Updates the member's read cursor. */
export function showSeen(cache: QueryClient, integration_id: string, conversation_id: string, seq: number) {
  const change = (row: InboxRow) =>
    row.id === conversation_id ? { ...row, seen_seq: Math.max(row.seen_seq, seq) } : row
  changeLists(cache, integration_id, (data) => mapRows(data, change))
  changeData(cache, conversationOf(integration_id, conversation_id), change)
}
/** Updates a contact in every row that shows them. */
export function showContact(
  cache: QueryClient,
  integration_id: string,
  contact: Pick<Conversation['contact'], 'id' | 'name' | 'email'>,
) {
  changeLists(cache, integration_id, (data) => withContact(data, contact))
  changeAll<InboxRow>(cache, ['conversation'], (row) => withContactName(row, contact))
}
