import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Instant, Time } from '../fields.schema.ts'
import { Attachment } from '../files/files.schema.ts'
import { Message, MessageBody, MessageFiles, ReplyTo, SeenSeq, ComposedAt } from './messages.schema.ts'

/**
 * `held` replies are sent in a few seconds, `waiting` ones at their time. The others need a member's decision:
 * `asking` because the customer has written since, `undone` because sending was undone.
 */
export const ScheduledState = z.enum(['held', 'waiting', 'asking', 'undone'])
export const ScheduledMessage = z.object({
  /** Also the id of the message once it is sent. */
  id: Id,
  conversation_id: Id,
  /** The member who is shown as the author. */
  author_id: Id,
  author_name: z.string(),
  body: z.string(),
  attachments: z.array(Attachment),
  send_at: Time,
  state: ScheduledState,
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type ScheduledMessage = z.infer<typeof ScheduledMessage>
export const listScheduledMessages = schemas({
  output: z.array(ScheduledMessage),
  problems: ['not_found'],
})
export const scheduleMessage = schemas({
  input: z.object({
    id: Id,
    body: MessageBody,
    file_ids: MessageFiles,
    send_at: z.nullable(Instant),
    composed_at: ComposedAt,
    reply_to: ReplyTo,
    seen_seq: SeenSeq,
  }),
  output: z.object({ scheduled: z.nullable(ScheduledMessage), message: z.nullable(Message) }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const changeScheduledMessage = schemas({
  input: z.object({ body: z.optional(MessageBody), send_at: z.optional(z.nullable(Instant)) }),
  output: ScheduledMessage,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const cancelScheduledMessage = schemas({
  output: ScheduledMessage,
  problems: ['not_found', 'forbidden'],
})
export const sendScheduledMessage = schemas({
  output: Message,
  problems: ['not_found', 'forbidden'],
})
export const scheduledMessageChanged = ScheduledMessage
export const scheduledMessageRemoved = z.object({ conversation_id: Id, id: Id, version: z.int() })
