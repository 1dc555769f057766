import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Conversation } from './conversations.schema.ts'
import { Id } from '../fields.schema.ts'

export const startConversation = schemas({
  input: z.object({ id: Id }),
  output: Conversation,
  problems: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
})
export const unsubscribeContactEmails = schemas({
  input: z.object({ token: z.string().check(z.maxLength(200)) }),
  output: z.object({ workspace: z.string() }),
  problems: ['invalid_input'],
})
