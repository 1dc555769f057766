import * as z from 'zod/mini'
import { queryInt, schemas } from '../api.schema.ts'
import { InboxRow } from './conversations.schema.ts'
import { text, Time } from '../fields.schema.ts'
import { searchCharsMax } from './search.ts'

/** A part of a text; matches are marked. */
export const ExcerptPart = z.object({ text: z.string(), is_match: z.boolean() })
export type ExcerptPart = z.infer<typeof ExcerptPart>

export const SearchHit = z.object({
  conversation: InboxRow,
  /**
   * The newest message that contains all the words, as typed if there is one; null if the conversation was found by its number or
   * customer.
   */
  message: z.nullable(
    z.object({
      seq: z.int(),
      author_name: z.nullable(z.string()),
      is_note: z.boolean(),
      sent_at: Time,
    }),
  ),
  /** Text around the words, from the message or else the subject; at most 200 characters. */
  excerpt: z.array(ExcerptPart),
})
export type SearchHit = z.infer<typeof SearchHit>
export const searchConversations = schemas({
  input: z.object({
    search: text(1, searchCharsMax),
    /** The `next` value of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 50, 20),
  }),
  output: z.object({
    items: z.array(SearchHit),
    next: z.nullable(z.string()),
    /** Words that have no matches, with the words that were searched for instead. */
    corrected: z.array(z.object({ word: z.string(), to: z.array(z.string()) })),
  }),
  problems: ['not_found', 'invalid_input'],
})
