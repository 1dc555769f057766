import { sql } from 'kysely'
import {
  markHandled,
  type NotificationEvent,
  notify,
  type Recipient,
  recipientsOf,
} from '#features/notifications'
import type { Stored } from '../messages/entry.ts'
import { previewOf } from '../messages/preview.ts'
import type { ConversationRow, MessageRow } from '../record/rows.ts'
import { reaction } from './reaction.ts'

type NotifiedChange = Pick<NotificationEvent, 'kind' | 'user_ids' | 'actor_name'>

/** Event details that change the assignee, or end the need for one. */
const settling: readonly unknown[] = [
  'assigned',
  'auto_assigned',
  'taken_over',
  'handed_back',
  'status_changed',
  'timed_out',
  'confirmed',
]
/** Whether a member has taken it or no reply is needed anymore. */
function isHandled({ author, kind, details }: MessageRow, { assignee_id, handler, status }: ConversationRow) {
  if (author === 'member' && kind === 'text') return true
  const isClosed = status === 'resolved' || status === 'spam'
  return settling.includes(details.event) && (assignee_id !== null || handler !== 'team' || isClosed)
}

/** The members an entry concerns, besides those who can see the conversation anyway. */
function concerned(message: MessageRow, row: ConversationRow): NotifiedChange[] {
  const { author, author_id, author_name, kind, details } = message
  const owner = row.assignee_id ? [row.assignee_id] : undefined
  const changes: NotifiedChange[] = []
  if (details.mentions?.length)
    changes.push({ kind: 'mentioned', user_ids: details.mentions, actor_name: author_name })
  if (author === 'contact' && kind === 'text' && row.handler === 'team')
    changes.push(
      owner
        ? { kind: 'replied', user_ids: owner, actor_name: null }
        : { kind: 'unassigned', actor_name: null },
    )
  const isUnsnoozed = details.event === 'unsnoozed' && row.handler === 'team'
  if ((kind === 'hand_over' || isUnsnoozed) && !owner) changes.push({ kind: 'unassigned', actor_name: null })
  if (details.event === 'assigned' && owner && row.assignee_id !== author_id)
    changes.push({
      kind: 'assigned',
      user_ids: owner,
      actor_name: details.scenario?.name ?? details.rule_name ?? author_name,
    })
  if (details.event === 'auto_assigned' && owner)
    changes.push({ kind: 'assigned', user_ids: owner, actor_name: details.team_name ?? null })
  if (details.event === 'overdue')
    changes.push({ kind: 'overdue', actor_name: null, ...(owner ? { user_ids: owner } : {}) })
  return changes
}

/** Messages marked as spam are stored but notify no one. */
export const isSpamFromCustomer = ({
  entry,
  conversation,
}: Pick<Stored, 'entry' | 'conversation'>): boolean =>
  entry.author === 'contact' && conversation.status === 'spam'

/** Recipients of a customer's message: the assignee, otherwise members who can reply; none while the assistant answers. */
const recipientsOfCustomer = sql<
  Recipient[] | null
>`(case when conversation.handler = 'team' then ${recipientsOf(
  sql`(case when conversation.assignee_id is not null then array[conversation.assignee_id] end)`,
)} end)`

/** Notifies members about an entry and removes notifications that are no longer relevant. */
export const notifyMembers = reaction<Recipient[] | null>({
  name: 'notify members',
  read: ({ entry: { author, kind } }) =>
    author === 'contact' && kind === 'text' ? recipientsOfCustomer : undefined,
  when: (stored) => !isSpamFromCustomer(stored),
  async run(ctx, tx, { key, conversation: row, message }, recipients) {
    if (isHandled(message, row)) await markHandled(ctx, tx, key)
    const isText = message.kind === 'text' || message.kind === 'note'
    const preview = isText ? previewOf(message) : row.last_message_preview
    for (const each of concerned(message, row))
      await notify(ctx, tx, {
        ...key,
        ...each,
        recipients: message.author === 'contact' ? (recipients ?? undefined) : undefined,
        number: row.number,
        seq: message.seq,
        preview,
      })
  },
})
