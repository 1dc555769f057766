import { defineRoute } from '../api.ts'
import type { ConversationFilter } from './filter.schema.ts'
import type * as schema from './filter.schema.ts'

export type { InboxView, ConversationFilter } from './filter.schema.ts'

export const inboxViews = [
  'all',
  'mine',
  'unassigned',
  'mentioned',
  'overdue',
  'automated',
  'waiting',
  'snoozed',
  'resolved',
  'spam',
] as const

/** The longest wait that can be filtered for. */
export const waitMax_min = 60 * 24 * 365
export type FilterField = keyof ConversationFilter
/** A filter as URL parameters. */
export type FilterText = Partial<Record<FilterField, string>>

/** Lists the conversations of a view, filtered and sorted. Pass `next` as `cursor` to get the following page. */
export const listConversations = defineRoute<typeof schema.listConversations>()(
  'GET',
  '/api/integration/:integration_id/conversation',
)
/**
 * Counts the conversations that each team handles now, by team id. Teams without conversations are left out.
 */
export const countTeamConversations = defineRoute<typeof schema.countTeamConversations>()(
  'GET',
  '/api/integration/:integration_id/team-counts',
)
/** Counts the conversations of each view that match a filter. */
export const countConversations = defineRoute<typeof schema.countConversations>()(
  'GET',
  '/api/integration/:integration_id/conversation-counts',
)
