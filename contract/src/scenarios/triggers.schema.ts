import * as z from 'zod/mini'
import { text } from '../fields.schema.ts'
import {
  eventFrequencies,
  pageMatches,
  ratingBands,
  triggerDelayMax_s,
  triggerEventCharsMax,
  triggerFrequencies,
  triggerFrequencyDefault_days,
  triggerFrequencyMax_days,
  triggerExampleCharsMax,
  triggerPageCharsMax,
  triggerPatternCharsMax,
  triggerSilenceMax_min,
  triggerWordCharsMax,
  triggerWordsMax,
} from './flow.ts'

/** See `matchesPage`. */
export const PageRule = z.object({
  match: z._default(z.enum(pageMatches), 'any'),
  value: z._default(text(0, triggerPageCharsMax), ''),
})
export type PageRule = z.infer<typeof PageRule>
const Days = z.int().check(z.gte(1), z.lte(triggerFrequencyMax_days))
const onPage = {
  page: z._default(PageRule, { match: 'any', value: '' }),
  frequency: z._default(z.enum(triggerFrequencies), 'visit'),
  /** For the frequency `days`. */
  days: z._default(Days, triggerFrequencyDefault_days),
}
/** Each time, if absent. */
const onEvent = {
  frequency: z.optional(z.enum(eventFrequencies)),
  /** For the frequency `days`; 7 if absent. */
  days: z.optional(Days),
}
const silence = { minutes: z._default(z.int().check(z.gte(1), z.lte(triggerSilenceMax_min)), 10) }

export const ScenarioTrigger = z.discriminatedUnion('kind', [
  /** `page` is a part of the page's address; empty: any page. */
  z.object({ kind: z.literal('conversation_started'), ...onEvent, page: z._default(text(0, 200), '') }),
  /** A message that matches one of the words, patterns or examples, ignoring case and diacritics. */
  z.object({
    kind: z.literal('message'),
    ...onEvent,
    /** A word of the message starts with it. */
    words: z._default(z.array(text(1, triggerWordCharsMax)).check(z.maxLength(triggerWordsMax)), []),
    /** `*` is any number of characters, `#` a digit. */
    patterns: z.optional(z.array(text(1, triggerPatternCharsMax)).check(z.maxLength(triggerWordsMax))),
    /** The message has most of its words, in any form and order. */
    examples: z.optional(z.array(text(1, triggerExampleCharsMax)).check(z.maxLength(triggerWordsMax))),
  }),
  z.object({ kind: z.literal('not_answered'), ...onEvent }),
  z.object({ kind: z.literal('outside_hours'), ...onEvent }),
  z.object({ kind: z.literal('page_opened'), ...onPage }),
  z.object({
    kind: z.literal('time_on_page'),
    ...onPage,
    seconds: z._default(z.int().check(z.gte(1), z.lte(triggerDelayMax_s)), 30),
  }),
  z.object({
    kind: z.literal('scrolled'),
    ...onPage,
    percent: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
  }),
  z.object({ kind: z.literal('exit_intent'), ...onPage }),
  z.object({ kind: z.literal('first_visit'), ...onPage }),
  z.object({ kind: z.literal('returning_visit'), ...onPage }),
  z.object({ kind: z.literal('launcher_clicked'), ...onPage }),
  z.object({ kind: z.literal('chat_opened'), ...onPage }),
  z.object({
    kind: z.literal('custom_event'),
    ...onPage,
    name: z._default(text(0, triggerEventCharsMax), ''),
  }),
  z.object({ kind: z.literal('customer_silent'), ...onEvent, ...silence }),
  z.object({ kind: z.literal('team_silent'), ...onEvent, ...silence }),
  /** `low` is 1 or 2, `high` is 4 or 5. */
  z.object({ kind: z.literal('rating_received'), ...onEvent, band: z._default(z.enum(ratingBands), 'any') }),
  z.object({ kind: z.literal('manual') }),
])
export type ScenarioTrigger = z.infer<typeof ScenarioTrigger>
