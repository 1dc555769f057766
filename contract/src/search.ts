import * as z from 'zod/mini'
import { InboxRow } from './conversations/conversations.ts'
import { text, Time } from './fields.ts'
import { queryInt, route } from './api.ts'

export const searchCharsMax = 200
/** Part of a text; what was looked for is marked. */
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

/**
 * Conversations of every view that hold all the words in one of their messages (notes, too), in their subject, or in the name and address of their customer, and the one with that number. Newest message first. Case,
 * diacritics and endings of words do not matter; a word that nobody has ever written stands for those that
 * differ from it by one slip.
 */
export const searchConversations = route({
  method: 'GET',
  path: '/api/integration/:integration_id/conversation-search',
  input: z.object({
    search: text(1, searchCharsMax),
    /** From the page before; opaque. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 50, 20),
  }),
  output: z.object({
    items: z.array(SearchHit),
    next: z.nullable(z.string()),
    /** Words that nobody has written, and what was looked for besides. */
    corrected: z.array(z.object({ word: z.string(), to: z.array(z.string()) })),
  }),
  problems: ['not_found', 'invalid_input'],
})
