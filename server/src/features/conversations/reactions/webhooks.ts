import type { WebhookEvent } from '@ozvi/contract'
import { type Listener, listenersOf, queueWebhooks } from '#features/webhooks'
import type { Stored } from '../messages/entry.ts'
import { toConversation, toMessage } from '../record/rows.ts'
import { reaction } from './reaction.ts'

const messageKinds = ['text', 'answer', 'note']
const statusEvents = ['status_changed', 'reopened', 'timed_out', 'unsnoozed', 'unsnoozed_by_customer']

/** The webhook events of a new entry. */
function webhookEventsOf({ changes, message }: Pick<Stored, 'changes' | 'message'>): WebhookEvent[] {
  const { author, kind, details, visitor_prev } = message
  const isFirst = author === 'contact' && kind === 'text' && visitor_prev === 0
  return [
    ...(isFirst || details.event === 'started' ? (['conversation.created'] as const) : []),
    ...(messageKinds.includes(kind) ? (['message.created'] as const) : []),
    ...(kind === 'hand_over' ? (['conversation.handed_over'] as const) : []),
    ...(kind === 'rating' ? (['conversation.rated'] as const) : []),
    ...(changes.assignee_id !== undefined || changes.team_id !== undefined
      ? (['conversation.assigned'] as const)
      : []),
    ...(details.event && statusEvents.includes(details.event)
      ? (['conversation.status_changed'] as const)
      : []),
  ]
}

/** Queues the entry's events for the workspace's own webhooks. */
export const webhooks = reaction<Listener[] | null>({
  name: 'webhooks',
  read: ({ key }) =>
    listenersOf(key.integration_id, [
      'conversation.created',
      'conversation.assigned',
      'conversation.status_changed',
      'conversation.handed_over',
      'conversation.rated',
      'message.created',
    ]),
  async run(ctx, tx, stored, listeners) {
    if (!listeners) return
    const { key, conversation, message } = stored
    const subject = { integration_id: key.integration_id, subject_id: key.conversation_id }
    const data = { conversation: toConversation(conversation), message: toMessage(message) }
    await queueWebhooks(ctx, tx, { ...subject, events: webhookEventsOf(stored), listeners, data })
  },
})
