import { defineRoute } from '../api.ts'
import type * as schema from './search.schema.ts'

export type { ExcerptPart, SearchHit } from './search.schema.ts'

export const searchCharsMax = 200

/**
 * Searches all views for conversations that contain all the words in a message or note, in the subject, or in
 * the customer's name or address. A number also finds the conversation with that number. Conversations
 * with the words as typed come first, then those with other endings; each the newest first. Case and
 * diacritics are ignored; a word without matches is replaced by similar words with one typo corrected.
 */
export const searchConversations = defineRoute<typeof schema.searchConversations>()(
  'GET',
  '/api/integration/:integration_id/conversation-search',
)
