import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'

export const UnansweredQuestion = z.object({
  /** Derived from the words of the question, so the same question has the same id. */
  id: Id,
  /** The most recent wording. */
  question: z.string(),
  /** Other wordings, newest first. */
  others: z.array(z.string()),
  /** Number of people who asked it. */
  people: z.int(),
  asked_at: Time,
  /** The conversation in which it was last asked. */
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
