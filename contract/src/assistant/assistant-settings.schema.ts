import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import {
  answerConfidenceRange,
  answerLengths,
  assistantNameMax,
  firstAnswerers,
  mayHelpConfidenceRange,
  teamTopicsMax,
} from './assistant-settings.ts'
import { Id, text, Time } from '../fields.schema.ts'

/** Who answers a new conversation. */
export const FirstAnswerer = z.enum(firstAnswerers)
export type FirstAnswerer = z.infer<typeof FirstAnswerer>
/** `short`: one paragraph or a few list items; `full`: the whole section that answers. */
export const AnswerLength = z.enum(answerLengths)
export type AnswerLength = z.infer<typeof AnswerLength>

const Fields = z.object({
  /** If false, new conversations go to the team. */
  is_on: z.boolean(),
  /** Name shown to visitors; “Assistant” if empty. */
  name: text(0, assistantNameMax),
  first_for_visitors: FirstAnswerer,
  /** For customers whose identity the site verified with a signed token. */
  first_for_customers: FirstAnswerer,
  length: AnswerLength,
  /** Minimum confidence of an answer, in percent. */
  answer_confidence_min: z.int().check(z.gte(answerConfidenceRange.min), z.lte(answerConfidenceRange.max)),
  /** Minimum confidence of a quote offered as “this may help”, in percent. At most `answer_confidence_min`. */
  may_help_confidence_min: z
    .int()
    .check(z.gte(mayHelpConfidenceRange.min), z.lte(mayHelpConfidenceRange.max)),
  /** After this many uncertain answers in a row, the conversation is handed over to the team. */
  uncertain_answers_max: z.int().check(z.gte(1), z.lte(5)),
  /** Questions that contain all words of a topic are handed over without an answer. */
  team_topics: z.array(text(2, 60)).check(z.maxLength(teamTopicsMax)),
  /** Whether the first answer of a conversation is preceded by a notice that the assistant is automated. */
  has_ai_notice: z.boolean(),
})
export const AssistantSettings = z.extend(Fields, {
  integration_id: Id,
  /** Null if the settings are the defaults. */
  updated_at: z.nullable(Time),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type AssistantSettings = z.infer<typeof AssistantSettings>
export const getAssistantSettings = schemas({
  output: AssistantSettings,
  problems: ['not_found'],
})
export const updateAssistantSettings = schemas({
  input: z.partial(Fields),
  output: AssistantSettings,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const assistantSettingsChanged = AssistantSettings
