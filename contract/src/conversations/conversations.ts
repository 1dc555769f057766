import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './conversations.schema.ts'

export type {
  ConversationStatus,
  Handler,
  HandOverReason,
  ResolvedBy,
  Priority,
  Conversation,
  InboxRow,
  SharedRow,
} from './conversations.schema.ts'

export const conversationStatuses = ['open', 'waiting', 'snoozed', 'resolved', 'spam'] as const
export const handlers = ['scenario', 'assistant', 'team'] as const
export const handOverReasons = [
  'asked_for_human',
  'nothing_found',
  'low_confidence_twice',
  'anger',
  'loop',
  'rule',
  'error',
  /** The plan's monthly conversations are used up. */
  'plan_limit',
] as const
export const resolverKinds = [
  'member',
  'customer',
  /** The customer confirmed that the assistant's answer helped. */
  'assistant',
  /** Automatic, after days without a message. */
  'silence',
  /** A rule or a scenario. */
  'rule',
  'unknown',
] as const
export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const

/** Returns a conversation with its assignee, tags, fields and contact. */
export const getConversation = defineRoute<typeof schema.getConversation>()(
  'GET',
  '/api/integration/:integration_id/conversation/:conversation_id',
)
export const takeOver = defineRoute<typeof schema.takeOver>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/take-over',
)
/** Returns the conversation to the assistant and removes the assignee. */
export const handBack = defineRoute<typeof schema.handBack>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/hand-back',
)
/**
 * Changes the status. Resolving can require custom fields; `fields` can set them in the same call.
 * @throws Problem `invalid_input` on `snoozed_until`: missing for a snooze, or in the past; on `fields.{id}`:
 * required and empty, or no such value
 */
export const setStatus = defineRoute<typeof schema.setStatus>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/status',
)
/** Assigns the conversation to a member, or removes the assignee. */
export const assignConversation = defineRoute<typeof schema.assignConversation>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/assign',
)
/**
 * Assigns the conversation to a team, or removes the team. The assigned member stays.
 * @throws Problem `invalid_input` on `team_id`: no such team
 */
export const assignTeam = defineRoute<typeof schema.assignTeam>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/assign-team',
)
/**
 * Adds and removes tags. Adding a tag that is present or removing one that isn't changes nothing.
 * @throws Problem `invalid_input` on `add`: no such tag, or more than `tagsPerConversationMax`
 */
export const setTags = defineRoute<typeof schema.setTags>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/tags',
)
/** Sets or removes the priority. */
export const setPriority = defineRoute<typeof schema.setPriority>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/priority',
)
export const markSeen = defineRoute<typeof schema.markSeen>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/seen',
)
/**
 * Marks the customer's newest message and everything after it as unread for the caller.
 * @returns up to where they have read now
 */
export const markUnread = defineRoute<typeof schema.markUnread>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/unread',
)
/** Sent to every member of the workspace when a row of the list is added or changes. */
export const conversationChanged = defineEvent<typeof schema.conversationChanged>()(
  'ConversationChanged',
  workspaceChannel,
)
