import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './unanswered-questions.schema.ts'

export type { UnansweredQuestion } from './unanswered-questions.schema.ts'

/*
 * Questions the assistant couldn't answer. Questions with the same words in any order and form count as one,
 * which stays open until an answer is added or a member dismisses it.
 */

/** Older ones are not listed. */
export const unansweredDays = 90
/** Maximum number of questions in a list. */
export const unansweredShown = 50
/** Wordings shown in addition to the newest one. */
export const otherWordingsShown = 5

/**
 * Lists the questions that the assistant couldn't answer: most asked first, then newest first. Questions with
 * a pending suggested answer are left out.
 */
export const listUnansweredQuestions = defineRoute<typeof schema.listUnansweredQuestions>()(
  'GET',
  '/api/integration/:integration_id/unanswered-question',
)
/**
 * Removes a question from the list until it is asked again, or restores it.
 * @throws Problem `not_found`: no such question
 */
export const dismissQuestion = defineRoute<typeof schema.dismissQuestion>()(
  'PUT',
  '/api/integration/:integration_id/unanswered-question/:question_id/dismissed',
)

/**
 * A question was asked, answered, dismissed or restored. Clients reload their list, because each member sees a
 * different one.
 */
export const unansweredChanged = defineEvent<typeof schema.unansweredChanged>()(
  'UnansweredChanged',
  workspaceChannel,
)
