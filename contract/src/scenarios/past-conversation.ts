import type { ConversationStatus, HandOverReason } from '../conversations/conversations.ts'
import type { MessageFormValues } from '../conversations/messages.ts'
import type { Locale } from '../fields.ts'
import type { KnownFields } from './run.ts'

/* A conversation that took place, as a replay reads it. */

export interface PastEntry {
  seq: number
  author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system'
  kind: string
  text: string
  /** ISO 8601. */
  at: string
  /** What the customer filled in. */
  form_values?: MessageFormValues | undefined
  /** Of a hand-over. */
  reason: HandOverReason | null
  /** Of a rating. */
  score?: number | undefined
  /** Of an event that changed the conversation’s status. */
  status?: ConversationStatus | undefined
}
export interface PastConversation {
  id: string
  number: number
  locale: Locale
  page: string
  contact: KnownFields
  conversation: KnownFields
  /** In order. */
  entries: readonly PastEntry[]
  /** The first run of a scenario that took place. */
  run: { scenario_id: string; path: readonly string[]; status: string } | null
}
