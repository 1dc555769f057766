import { defineRoute } from '../api.ts'
import type * as schema from './search.schema.ts'

export type { ExcerptPart, SearchHit } from './search.schema.ts'

export const searchCharsMax = 200

/**
 * Finds conversations in all views that contain all the words in a message (or note), in the subject, or in the
 * customer's name and address, and the conversation with that number. Newest message first. Case, diacritics
 * and word endings don't matter; a word that never occurs is replaced by words that differ by one typo.
 */
export const searchConversations = defineRoute<typeof schema.searchConversations>()(
  'GET',
  '/api/integration/:integration_id/conversation-search',
)
