import { Problem } from '@ozvi/contract'
import { type Viewer, canSee } from '#features/visibility'
import type { Db } from '#platform/context/context.ts'
import { getAppended, type Outcome } from '../messages/entry.ts'
import { type ConversationRow, visitorOf } from './rows.ts'
import { findConversation, findLive, type Key } from './store.ts'

/**
 * @throws Problem `not_found` if it doesn't exist or belongs to another workspace (same answer, so ids can't
 * be probed)
 */
export async function getConversationOrThrow(db: Db, key: Key): Promise<ConversationRow> {
  const row = await findConversation(db, key)
  if (!row) throw new Problem('not_found')
  return row
}

/** @throws Problem `not_found` if the viewer can't see it */
export async function assertVisible(db: Db, viewer: Viewer, conversation_id: string): Promise<void> {
  if (!(await canSee(db, viewer, conversation_id))) throw new Problem('not_found')
}

/**
 * The conversation, or the final target if it was merged.
 *
 * @param viewer can see the conversation
 * @throws Problem `not_found` if it doesn't exist, or the viewer can't see the target
 */
export async function getLive(
  db: Db,
  viewer: Viewer,
  { conversation_id }: { conversation_id: string },
): Promise<ConversationRow> {
  const row = await findLive(db, { integration_id: viewer.integration_id, conversation_id })
  if (!row) throw new Problem('not_found')
  if (row.id !== conversation_id) await assertVisible(db, viewer, row.id)
  return row
}

/** @throws Problem `not_found` also for conversations started in another browser */
export async function getOwnConversation(
  db: Db,
  { integration_id, visitor_id }: { integration_id: string; visitor_id: string },
  conversation_id: string,
): Promise<ConversationRow> {
  const row = await getConversationOrThrow(db, { integration_id, conversation_id })
  if (visitorOf(row) !== visitor_id) throw new Problem('not_found')
  return row
}

/** Returns the changed row. @throws Problem as `getAppended` does */
export const assertChanged = (outcome: Outcome): ConversationRow => getAppended(outcome).conversation
