import { findAssignee } from '#features/integrations'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { append, appendEvent, type Appended, type By } from '../messages/append.ts'
import type { ConversationRow } from '../record/rows.ts'
import { systemEvent } from '../messages/system-event.ts'

/*
 * A message into a resolved conversation reopens it. The thread says so, and who was assigned to it may not be
 * able to reply any more.
 */

/** Whether the conversation is assigned to a member who has left or can't reply. */
export async function isAssigneeUnable(
  db: Db,
  { integration_id, assignee_id }: Pick<ConversationRow, 'integration_id' | 'assignee_id'>,
): Promise<boolean> {
  return assignee_id !== null && typeof (await findAssignee(db, integration_id, assignee_id)) === 'string'
}

/**
 * Adds a line to the thread if this message has reopened the conversation, for the team only.
 *
 * @param by the member who replied; the customer where absent
 */
export async function noteReopening(
  ctx: Context,
  tx: Tx,
  { conversation, message }: Appended,
  by?: By,
): Promise<void> {
  const { integration_id, id: conversation_id, status, reopened_at } = conversation
  if (!reopened_at || Date.parse(reopened_at) !== Date.parse(message.sent_at)) return
  const key = { integration_id, conversation_id }
  const details = { event: 'reopened', status } as const
  if (by) {
    await appendEvent(ctx, tx, key, by, details, false, {})
    return
  }
  await append(ctx, tx, key, systemEvent(details, false))
  if (!(await isAssigneeUnable(tx, conversation))) return
  const unassigned = systemEvent({ event: 'assigned', assignee_name: null }, false)
  await append(ctx, tx, key, unassigned, { assignee_id: null })
}
