import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { Id, Time } from './fields.ts'
import { event, Nothing, route } from './api.ts'

/*
 * What customers asked and the assistant had no answer to. Questions of the same words, in whatever order and form,
 * are one; it waits until the assistant is given an answer, or somebody says that it wants none.
 */

/** Older ones are not listed. */
export const unansweredDays = 90
/** The first of them, by their order. */
export const unansweredShown = 50
/** Besides the newest wording. */
export const otherWordingsShown = 5

export const UnansweredQuestion = z.object({
  /** Of its words: the same whenever they are asked. */
  id: Id,
  /** As it was asked last. */
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
 * Takes one off the list until somebody asks it anew, or puts it back.
 *
 * @throws Problem `not_found`: nobody asked it
 */
export const dismissQuestion = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/unanswered-question/:question_id/dismissed',
  input: z.object({ is_dismissed: z.boolean() }),
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** One was asked, answered, dismissed or put back: whoever holds the list reads it again, since each sees their own. */
export const unansweredChanged = event('UnansweredChanged', {
  data: z.object({ integration_id: Id }),
  channel: workspaceChannel,
})
