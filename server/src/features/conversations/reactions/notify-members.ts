import type { Message } from '@ozvi/contract'
import { markHandled, type NotificationEvent, notify } from '#features/notifications'
import type { Context, Tx } from '#platform/context/context.ts'
import { previewOf } from '../messages/preview.ts'
import type { ConversationRow } from '../record/rows.ts'

type NotifiedChange = Pick<NotificationEvent, 'kind' | 'user_ids' | 'who'>

/** Event details that change the assignee, or end the need for one. */
const settling: readonly unknown[] = [
  'assigned',
  'handed_out',
  'taken_over',
  'handed_back',
  'status_changed',
  'timed_out',
  'confirmed',
]
/** Whether a member has taken it or no reply is needed anymore. */
function isHandled({ author, kind, details }: Message, { assignee_id, handler, status }: ConversationRow) {
  if (author === 'member' && kind === 'text') return true
  const isOver = status === 'resolved' || status === 'spam'
  return settling.includes(details.event) && (assignee_id !== null || handler !== 'team' || isOver)
}

/** The members an entry concerns, besides those who can see the conversation anyway. */
function concerned(message: Message, row: ConversationRow): NotifiedChange[] {
  const { author, author_id, author_name, kind, details } = message
  const owner = row.assignee_id ? [row.assignee_id] : undefined
  const changes: NotifiedChange[] = []
  if (details.mentions?.length)
    changes.push({ kind: 'mentioned', user_ids: details.mentions, who: author_name })
  if (author === 'contact' && kind === 'text' && row.handler === 'team')
    changes.push(owner ? { kind: 'replied', user_ids: owner, who: null } : { kind: 'unassigned', who: null })
  const isBack = details.event === 'woken_by_clock' && row.handler === 'team'
  if ((kind === 'hand_over' || isBack) && !owner) changes.push({ kind: 'unassigned', who: null })
  if (details.event === 'assigned' && owner && row.assignee_id !== author_id)
    changes.push({ kind: 'assigned', user_ids: owner, who: details.rule_name ?? author_name })
  if (details.event === 'handed_out' && owner)
    changes.push({ kind: 'assigned', user_ids: owner, who: details.team_name ?? null })
  if (details.event === 'overdue')
    changes.push({ kind: 'overdue', who: null, ...(owner ? { user_ids: owner } : {}) })
  return changes
}

/** Notifies members about an entry and removes notifications that are no longer relevant. */
export async function notifyMembers(
  ctx: Context,
  tx: Tx,
  row: ConversationRow,
  message: Message,
): Promise<void> {
  const key = { integration_id: row.integration_id, conversation_id: row.id }
  const changes = concerned(message, row)
  if (isHandled(message, row)) await markHandled(ctx, tx, key)
  const isWritten = message.kind === 'text' || message.kind === 'note'
  const preview = isWritten ? previewOf(message) : row.last_message_preview
  for (const each of changes)
    await notify(ctx, tx, {
      ...key,
      ...each,
      team_id: row.team_id,
      number: row.number,
      seq: message.seq,
      preview,
    })
}
