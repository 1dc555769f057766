import { defineEvent, defineRoute } from '../api.ts'
import { conversationChannel } from '../channels.ts'
import type { ScheduledMessage } from './scheduled-messages.schema.ts'
import type * as schema from './scheduled-messages.schema.ts'

export type { ScheduledMessage } from './scheduled-messages.schema.ts'

/*
 * Replies that are sent later: at a chosen time, or a few seconds after Send, so that they can be undone. The
 * team sees them in the conversation, the customer only once they are sent.
 */

/** How long a reply to a customer who isn't online can be undone. */
export const undoWindow_ms = 5_000
export const scheduledPerConversationMax = 20

const path = '/api/integration/:integration_id/conversation/:conversation_id/scheduled' as const

/** Lists scheduled messages by the time they are sent. */
export const listScheduledMessages = defineRoute<typeof schema.listScheduledMessages>()('GET', path)
/**
 * Schedules a reply for `send_at`. Without a time it is sent immediately to a customer who is online, and after
 * `undoWindow_ms` to one who isn't. Repeating the call changes nothing.
 * @returns the scheduled reply or the sent message; neither if it was cancelled since
 * @throws Problem `invalid_input` on `send_at`: in the past; on `id`: too many are scheduled; on `reply_to`: no
 * such message
 */
export const scheduleMessage = defineRoute<typeof schema.scheduleMessage>()('POST', path)
const one = `${path}/:message_id` as const
/**
 * Changes the text or the time of a scheduled message. Changing others' needs `messages.moderate`. Setting
 * the time to `null` cancels the message but keeps it; setting a time schedules it again.
 */
export const changeScheduledMessage = defineRoute<typeof schema.changeScheduledMessage>()('PUT', one)
export const cancelScheduledMessage = defineRoute<typeof schema.cancelScheduledMessage>()('DELETE', one)
export const sendScheduledMessage = defineRoute<typeof schema.sendScheduledMessage>()('POST', `${one}/send`)

/** Sent to members who have the conversation open when a scheduled reply is added or changed. */
export const scheduledMessageChanged = defineEvent<typeof schema.scheduledMessageChanged>()(
  'ScheduledMessageChanged',
  conversationChannel,
)
/** A scheduled reply was sent or canceled. */
export const scheduledMessageRemoved = defineEvent<typeof schema.scheduledMessageRemoved>()(
  'ScheduledMessageRemoved',
  conversationChannel,
)

const bySendTime = (a: ScheduledMessage, b: ScheduledMessage) =>
  a.send_at.localeCompare(b.send_at) || a.id.localeCompare(b.id)
/** Ordered by their time; an older version is ignored. */
export function applyScheduledChanged(
  list: readonly ScheduledMessage[],
  changed: ScheduledMessage,
): ScheduledMessage[] {
  const current = list.find(({ id }) => id === changed.id)
  if (current && current.version >= changed.version) return [...list]
  return [...list.filter(({ id }) => id !== changed.id), changed].sort(bySendTime)
}
export const applyScheduledRemoved = (
  list: readonly ScheduledMessage[],
  { id, version }: { id: string; version: number },
): ScheduledMessage[] => list.filter((current) => current.id !== id || current.version > version)
