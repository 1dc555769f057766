import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'

export const UnansweredQuestion = z.object({
  /** Of its words: the same whenever they are asked. */
  id: Id,
  /** The newest wording. */
  question: z.string(),
  /** Other wordings, the newest first. */
  others: z.array(z.string()),
  /** How many people asked it. */
  people: z.int(),
  asked_at: Time,
  /** Where it was asked last. */
  conversation_id: Id,
})
export type UnansweredQuestion = z.infer<typeof UnansweredQuestion>
export const listUnansweredQuestions = schemas({
  output: z.object({ items: z.array(UnansweredQuestion), total: z.int() }),
  problems: ['not_found', 'forbidden'],
})
export const dismissQuestion = schemas({
  input: z.object({ is_dismissed: z.boolean() }),
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const unansweredChanged = z.object({ integration_id: Id })
