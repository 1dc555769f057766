import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'
import { Attachment } from '../files/files.schema.ts'
import { Message, MessageBody } from './messages.schema.ts'

export const editMessage = schemas({
  input: z.object({ body: MessageBody }),
  output: Message,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteMessage = schemas({
  output: Message,
  problems: ['not_found', 'forbidden'],
})
export const restoreMessage = schemas({
  output: Message,
  problems: ['not_found', 'forbidden'],
})
/** A change of a message and its text before the change. */
export const MessageVersion = z.object({
  version: z.int(),
  action: z.enum(['edited', 'deleted', 'restored']),
  /** The text before the change; empty for a restored message. */
  body: z.string(),
  attachments: z.array(Attachment),
  by_id: Id,
  by_name: z.string(),
  at: Time,
})
export type MessageVersion = z.infer<typeof MessageVersion>
export const listMessageVersions = schemas({
  output: z.array(MessageVersion),
  problems: ['not_found', 'forbidden'],
})
