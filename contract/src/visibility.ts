import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import type { Conversation } from './conversations/conversations.ts'
import { Id } from './fields.ts'
import { event } from './api.ts'
import type { Role } from './roles.ts'

/**
 * How much of the inbox an agent sees. `own`: what is assigned to them, and what a note has mentioned them in; `team`:
 * besides, whatever is assigned to a team that they are in. Of the contacts they see those of whom they see a
 * conversation, those to whom they wrote first, and those whom they look after.
 */
export const ConversationAccess = z.enum(['all', 'team', 'own'])
export type ConversationAccess = z.infer<typeof ConversationAccess>
/** Whoever is no agent sees all, whatever was set while they were one. */
export const effectiveAccess = ({
  role,
  sees,
}: {
  role: Role
  sees: ConversationAccess
}): ConversationAccess => (role === 'agent' ? sees : 'all')

/** Whether a member sees a conversation: the rule of the server, for what a screen offers before it has answered. */
export const isVisibleTo = (
  { assignee_id, team_id, mentioned_ids }: Pick<Conversation, 'assignee_id' | 'team_id' | 'mentioned_ids'>,
  { user_id, sees, team_ids }: { user_id: string; sees: ConversationAccess; team_ids: readonly string[] },
): boolean =>
  sees === 'all' ||
  assignee_id === user_id ||
  mentioned_ids.includes(user_id) ||
  (sees === 'team' && team_id !== null && team_ids.includes(team_id))

/**
 * To those members alone who do not see a conversation, in the place of what everybody else is told of it: a row that
 * they hold is theirs no more.
 */
export const conversationHidden = event('ConversationHidden', {
  data: z.object({
    integration_id: Id,
    conversation_id: Id,
    /** Of the change: what is held of a newer one came after it. */
    version: z.int(),
  }),
  channel: workspaceChannel,
})
/** The same of a contact, whose conversations are given to others. */
export const contactHidden = event('ContactHidden', {
  data: z.object({ integration_id: Id, contact_id: Id }),
  channel: workspaceChannel,
})
export type Hidden = z.infer<typeof conversationHidden.data>
