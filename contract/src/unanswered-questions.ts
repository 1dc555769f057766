import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { Id, Time } from './fields.ts'
import { event, Nothing, route } from './api.ts'

/*
 * Questions the assistant couldn't answer. Questions with the same words in any order and form count as one,
 * which stays open until an answer is added or a member dismisses it.
 */

/** Older ones are not listed. */
export const unansweredDays = 90
/** The first of them, by their order. */
export const unansweredShown = 50
/** Wordings shown in addition to the newest one. */
export const otherWordingsShown = 5

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

/**
 * Those that most people asked first, the newest of as many; of conversations that the caller may see. One that has
 * an answer suggested is left out until that is decided on.
 */
export const listUnansweredQuestions = route({
  method: 'GET',
  path: '/api/integration/:integration_id/unanswered-question',
  output: z.object({ items: z.array(UnansweredQuestion), total: z.int() }),
  problems: ['not_found', 'forbidden'],
})
/**
 * Removes a question from the list until it is asked again, or restores it.
 * @throws Problem `not_found`: no such question
 */
export const dismissQuestion = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/unanswered-question/:question_id/dismissed',
  input: z.object({ is_dismissed: z.boolean() }),
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/**
 * A question was asked, answered, dismissed or restored. Clients reload their list, because each member sees a
 * different one.
 */
export const unansweredChanged = event('UnansweredChanged', {
  data: z.object({ integration_id: Id }),
  channel: workspaceChannel,
})
