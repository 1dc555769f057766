import { queueAutoAssignment } from '#features/teams'
import type { Tx } from '#platform/context/context.ts'
import type { ConversationRow } from '../record/rows.ts'
import type { Changes } from '../record/store.ts'

type QueuedConversation = Pick<
  ConversationRow,
  'integration_id' | 'team_id' | 'assignee_id' | 'status' | 'handler'
>

/**
 * Triggers auto-assignment when a change may have added a waiting conversation or freed a member's capacity.
 */
export async function triggerAutoAssignment(
  tx: Tx,
  row: QueuedConversation,
  changes: Changes = {},
): Promise<void> {
  const { integration_id, team_id, assignee_id, status, handler } = row
  const waits = team_id !== null && assignee_id === null && status === 'open' && handler === 'team'
  const isOffTheirHands = 'status' in changes && status !== 'open' && status !== 'waiting'
  if (waits || isOffTheirHands || 'assignee_id' in changes || 'handler' in changes)
    await queueAutoAssignment(tx, integration_id)
}
