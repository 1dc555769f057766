import * as z from 'zod/mini'
import { conversationChannel } from '../channels.ts'
import { Message, MessageBody, MessageFiles, ReplyTo, SeenSeq, WrittenAt } from './conversations.ts'
import { Id, Instant, Time } from '../fields.ts'
import { Attachment } from '../files.ts'
import { event, route } from '../api.ts'

/*
 * Replies that are kept to be sent: at a time that was chosen, or a few seconds after Send, so that it can be
 * taken back. The team sees them in the conversation, the customer only when they are sent.
 */

/** How long a reply to a customer who isn't online can be undone. */
export const undoWindow_ms = 5_000
export const scheduledPerConversationMax = 20

/**
 * `held` replies are sent in a few seconds, `waiting` ones at their time. The others need a member's decision:
 * `asking` because the customer has written since, `undone` because sending was undone.
 */
export const ScheduledState = z.enum(['held', 'waiting', 'asking', 'undone'])
export const ScheduledMessage = z.object({
  /** The message's own, once it is sent. */
  id: Id,
  conversation_id: Id,
  /** The member in whose name it is sent. */
  author_id: Id,
  author_name: z.string(),
  body: z.string(),
  attachments: z.array(Attachment),
  send_at: Time,
  state: ScheduledState,
  /** Grows with every change, so that an older event never overwrites a newer row. */
  version: z.int(),
})
export type ScheduledMessage = z.infer<typeof ScheduledMessage>

const path = '/api/integration/:integration_id/conversation/:conversation_id/scheduled' as const

/** By the time at which they go. */
export const listScheduledMessages = route({
  method: 'GET',
  path,
  output: z.array(ScheduledMessage),
  problems: ['not_found'],
})
/**
 * Schedules a reply for `send_at`. Without a time it is sent immediately to a customer who is online, and after
 * `undoWindow_ms` to one who isn't. Repeating the call changes nothing.
 * @returns the scheduled reply or the sent message; neither if it was cancelled since
 * @throws Problem `invalid_input` on `send_at`: in the past; on `id`: too many are scheduled; on `reply_to`: no
 * such message
 */
export const scheduleMessage = route({
  method: 'POST',
  path,
  input: z.object({
    id: Id,
    body: MessageBody,
    file_ids: MessageFiles,
    send_at: z.nullable(Instant),
    written_at: WrittenAt,
    reply_to: ReplyTo,
    seen_seq: SeenSeq,
  }),
  output: z.object({ scheduled: z.nullable(ScheduledMessage), message: z.nullable(Message) }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
const one = `${path}/:message_id` as const
/**
 * Other words, for one's own or with `messages.moderate`; or another time, at which it goes then. `null` takes it
 * back: it stays and goes no more. Does so for a cancelled one, too.
 */
export const changeScheduledMessage = route({
  method: 'PUT',
  path: one,
  input: z.object({ body: z.optional(MessageBody), send_at: z.optional(z.nullable(Instant)) }),
  output: ScheduledMessage,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const cancelScheduledMessage = route({
  method: 'DELETE',
  path: one,
  output: ScheduledMessage,
  problems: ['not_found', 'forbidden'],
})
export const sendScheduledMessage = route({
  method: 'POST',
  path: `${one}/send`,
  output: Message,
  problems: ['not_found', 'forbidden'],
})

/** To members with the conversation open: a reply is kept, or is another. */
export const scheduledMessageChanged = event('ScheduledMessageChanged', {
  data: ScheduledMessage,
  channel: conversationChannel,
})
/** It is sent, or cancelled. */
export const scheduledMessageRemoved = event('ScheduledMessageGone', {
  data: z.object({ conversation_id: Id, id: Id, version: z.int() }),
  channel: conversationChannel,
})

const bySendTime = (a: ScheduledMessage, b: ScheduledMessage) =>
  a.send_at.localeCompare(b.send_at) || a.id.localeCompare(b.id)
/** In the order in which they go; an older version is ignored. */
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
