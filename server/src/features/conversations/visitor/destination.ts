import type { BehaviorSettings } from '@ozvi/contract'
import { day_ms } from '@ozvi/contract'
import type { Db } from '#platform/context/context.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { isDeleted } from '../record/deletion-store.ts'
import { type ConversationRow, visitorOf } from '../record/rows.ts'
import * as store from '../record/store.ts'

/** A message to a conversation that was resolved before this time starts a new one. */
export const reopenableSince = (now: number, { reopen_days }: Pick<BehaviorSettings, 'reopen_days'>) =>
  new Date(now - reopen_days * day_ms).toISOString()

/** Whether a message to it starts a new conversation. */
export const isPastReopening = (
  { status, resolved_at }: Pick<ConversationRow, 'status' | 'resolved_at'>,
  reopenable_since: string,
): boolean =>
  status === 'resolved' && resolved_at !== null && Date.parse(resolved_at) < Date.parse(reopenable_since)

/** Where a customer's message goes. */
export interface Destination {
  conversation_id: string
  /** Whether the conversation exists. If not, the message creates it. */
  exists: boolean
  /** The conversation that a new one continues. */
  follows: { id: string; number: number } | null
}
/**
 * Finds the conversation that a customer's message belongs to. A merged conversation continues in its target. One that
 * was deleted, or resolved too long ago to be reopened, continues in a new one, the same for every message.
 */
export async function findDestination(
  db: Db,
  key: store.Key & { visitor_id: string },
  reopenable_since: string,
): Promise<Destination> {
  let { conversation_id } = key
  let follows: Destination['follows'] = null
  for (;;) {
    const row = await store.findConversation(db, { ...key, conversation_id })
    const isTheirs = row !== undefined && visitorOf(row) === key.visitor_id
    if (isTheirs && row.merged_into_id) {
      conversation_id = row.merged_into_id
      continue
    }
    if (!row && (await isDeleted(db, { ...key, conversation_id }))) {
      conversation_id = derivedId(`${conversation_id}:deleted`)
      continue
    }
    if (!isTheirs || !isPastReopening(row, reopenable_since))
      return { conversation_id, exists: row !== undefined, follows }
    follows = { id: row.id, number: row.number }
    // Derived from its predecessor, so two concurrent late messages start only one conversation.
    conversation_id = derivedId(`${row.id}:${Date.parse(row.resolved_at ?? '')}`)
  }
}
