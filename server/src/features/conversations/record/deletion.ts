import { conversationDeleted, type Input, Problem, visitorConversationDeleted } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { type Actor, removeSubject } from '#features/bulk-actions'
import { emitVisibilityChange } from '#features/contacts'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { mergedProblem } from '../messages/entry.ts'
import * as deletionStore from './deletion-store.ts'
import { lockConversations } from '../merging/reorder-store.ts'
import { visitorOf } from './rows.ts'
import * as store from './store.ts'

/**
 * Deletes a conversation with everything merged into it, without recording it.
 *
 * @returns its number
 * @throws Problem `not_found` · `invalid_input` on `conversation_id` if it was merged: delete the target instead
 */
export async function removeConversationWithTx(tx: Tx, key: store.Key): Promise<{ number: number }> {
  const { integration_id } = key
  const ids = await deletionStore.listWithMerged(tx, key)
  if (ids.length > 0) await lockConversations(tx, integration_id, ids)
  const row = await store.findConversation(tx, key)
  if (!row) throw new Problem('not_found')
  if (row.merged_into_id) throw mergedProblem()
  await deletionStore.deleteConversations(tx, integration_id, ids)
  for (const id of ids) {
    await removeSubject(tx, integration_id, id)
    tx.emit(conversationDeleted, { integration_id, conversation_id: id })
    tx.emit(visitorConversationDeleted, { conversation_id: id }, { visitor_id: visitorOf(row) })
  }
  await emitVisibilityChange(tx, { integration_id, contact_id: row.contact_id })
  return row
}

/** @throws as `removeConversationWithTx` */
export async function deleteConversationWithTx(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  conversation_id: string,
): Promise<void> {
  const { integration_id } = actor
  const { number } = await removeConversationWithTx(tx, { integration_id, conversation_id })
  // The subject is the number: a name would remain after the contact is erased.
  await record(ctx, tx, actor, { action: 'conversation_deleted', subject: `#${number}` })
}
/** @throws as `deleteConversationWithTx` */
export const deleteConversation = (
  ctx: Context,
  actor: MemberActor,
  { conversation_id }: Input<typeof contract.deleteConversation>,
) =>
  ctx.transaction(async (tx) => {
    await deleteConversationWithTx(ctx, tx, actor, conversation_id)
    return null
  })
