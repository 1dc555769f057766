import type { Citation, Handler, Locale, Message, MessageDetails } from '@ozvi/contract'

export interface Teammate {
  user_id: string
  name: string
  email: string
}
export interface Customer {
  contact_id: string
  name: string | null
  locale: Locale
}
/** One thing that happens in a conversation, before it has a number. */
export interface SeedMessage extends Pick<Message, 'author' | 'kind' | 'body'> {
  at: number
  by?: Teammate | Customer
  details?: MessageDetails
  citations?: Citation[]
  is_visible: boolean
  /** The assignee's id. */
  assignee_id?: string
  low_confidence_count?: number
  snoozed_until?: number
  tag_id?: string
  team_id?: string
  /** Who has the conversation from then on. */
  handler?: Handler
}
