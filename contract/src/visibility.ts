import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import type { Conversation } from './conversations/conversations.ts'
import { Id } from './fields.ts'
import { event } from './api.ts'
import type { Role } from './roles.ts'

/**
 * Which conversations an agent sees. `own`: those assigned to them or mentioning them in a note; `team`: also
 * those assigned to one of their teams. They see the contacts of these conversations, those they wrote to
 * first, and those they own.
 */
export const ConversationAccess = z.enum(['all', 'team', 'own'])
export type ConversationAccess = z.infer<typeof ConversationAccess>
/** Other roles than agents have full access, whatever was set before. */
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
 * Sent only to members who can't see a conversation, instead of the event sent to the others: they drop it from
 * their lists.
 */
export const conversationHidden = event('ConversationHidden', {
  data: z.object({
    integration_id: Id,
    conversation_id: Id,
    /** The version of the change; newer cached data came later. */
    version: z.int(),
  }),
  channel: workspaceChannel,
})
/** The same for a contact whose conversations were reassigned. */
export const contactHidden = event('ContactHidden', {
  data: z.object({ integration_id: Id, contact_id: Id }),
  channel: workspaceChannel,
})
export type Hidden = z.infer<typeof conversationHidden.data>
