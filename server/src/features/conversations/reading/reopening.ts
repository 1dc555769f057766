import { findAssignee } from '#features/integrations'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { append, appendEvent } from '../messages/append.ts'
import type { Appended, Actor } from '../messages/entry.ts'
import type { ConversationRow } from '../record/rows.ts'
import { systemEvent } from '../messages/system-event.ts'

/*
 * A message to a resolved conversation reopens it. The thread shows an event, and an assignee who can't reply
 * anymore is removed.
 */

/** Whether the assignee has left or can't reply. */
export async function isAssigneeUnable(
  db: Db,
  { integration_id, assignee_id }: Pick<ConversationRow, 'integration_id' | 'assignee_id'>,
): Promise<boolean> {
  return assignee_id !== null && typeof (await findAssignee(db, integration_id, assignee_id)) === 'string'
}

/**
 * Adds an event for the team if this message reopened the conversation.
 *
 * @param by the member who replied; undefined for the customer
 */
export async function recordReopening(
  ctx: Context,
  tx: Tx,
  { conversation, message }: Appended,
  by?: Actor,
): Promise<void> {
  const { integration_id, id: conversation_id, status, reopened_at } = conversation
  if (!reopened_at || Date.parse(reopened_at) !== Date.parse(message.sent_at)) return
  const key = { integration_id, conversation_id }
  const details = { event: 'reopened', status } as const
  if (by) {
    await appendEvent(ctx, tx, key, { by, details })
    return
  }
  await append(ctx, tx, key, systemEvent(details, false))
  if (!(await isAssigneeUnable(tx, conversation))) return
  const unassigned = systemEvent({ event: 'assigned', assignee_name: null }, false)
  await append(ctx, tx, key, unassigned, { changes: { assignee_id: null } })
}
