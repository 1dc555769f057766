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
  /** Its newest message that has all the words; null where its number or its customer was found. */
  message: z.nullable(
    z.object({
      seq: z.int(),
      author_name: z.nullable(z.string()),
      is_note: z.boolean(),
      sent_at: Time,
    }),
  ),
  /** The words in their place: of the message, else the subject. At most 200 characters. */
  excerpt: z.array(ExcerptPart),
})
export type SearchHit = z.infer<typeof SearchHit>
export const searchConversations = schemas({
  input: z.object({
    search: text(1, searchCharsMax),
    /** From the page before; opaque. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 50, 20),
  }),
  output: z.object({
    items: z.array(SearchHit),
    next: z.nullable(z.string()),
    /** Words without any match, and what was searched for instead. */
    corrected: z.array(z.object({ word: z.string(), to: z.array(z.string()) })),
  }),
  problems: ['not_found', 'invalid_input'],
})
