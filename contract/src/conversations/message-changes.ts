import * as z from 'zod/mini'
import { Message, MessageBody } from './conversations.ts'
import { Id, Time } from '../fields.ts'
import { Attachment } from '../files.ts'
import { route } from '../api.ts'

/*
 * A sent message can be changed, but never silently: it is marked as changed, the thread gets an event, and
 * members who may change it can read its earlier versions.
 */

const path = '/api/integration/:integration_id/conversation/:conversation_id/message/:message_id' as const

/**
 * Changes the text of the member's own message or note; members with `messages.moderate` can change others'
 * too. The same text changes nothing.
 * @throws Problem `invalid_input` on `body`: empty, or the message is deleted
 */
export const editMessage = route({
  method: 'PUT',
  path,
  input: z.object({ body: MessageBody }),
  output: Message,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Takes its words and files away, from the customer too; its place stays. */
export const deleteMessage = route({
  method: 'DELETE',
  path,
  output: Message,
  problems: ['not_found', 'forbidden'],
})
/** Gives a deleted message its words and files back. */
export const restoreMessage = route({
  method: 'POST',
  path: `${path}/restore`,
  output: Message,
  problems: ['not_found', 'forbidden'],
})
/** A change of a message and its text before the change. */
export const MessageVersion = z.object({
  version: z.int(),
  act: z.enum(['edited', 'deleted', 'restored']),
  /** Before the act; of a restored one there was nothing to be read. */
  body: z.string(),
  attachments: z.array(Attachment),
  by_id: Id,
  by_name: z.string(),
  at: Time,
})
export type MessageVersion = z.infer<typeof MessageVersion>
/** The oldest act first; for those who may change it themselves. */
export const listMessageVersions = route({
  method: 'GET',
  path: `${path}/version`,
  output: z.array(MessageVersion),
  problems: ['not_found', 'forbidden'],
})
