import { defineEvent } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type { Conversation } from '../conversations/conversations.ts'
import type { Role } from './roles.ts'
import type { ConversationAccess } from './visibility.schema.ts'
import type * as schema from './visibility.schema.ts'

export type { ConversationAccess, Hidden } from './visibility.schema.ts'

export const conversationAccessLevels = ['all', 'team', 'own'] as const
/** Other roles than agents have full access, whatever was set before. */
export const effectiveAccess = ({
  role,
  conversation_access,
}: {
  role: Role
  conversation_access: ConversationAccess
}): ConversationAccess => (role === 'agent' ? conversation_access : 'all')

/** Whether a member can see a conversation, by the server's rule: for screens that can't wait for its answer. */
export const isVisibleTo = (
  { assignee_id, team_id, mentioned_ids }: Pick<Conversation, 'assignee_id' | 'team_id' | 'mentioned_ids'>,
  {
    user_id,
    conversation_access,
    team_ids,
  }: { user_id: string; conversation_access: ConversationAccess; team_ids: readonly string[] },
): boolean =>
  conversation_access === 'all' ||
  assignee_id === user_id ||
  mentioned_ids.includes(user_id) ||
  (conversation_access === 'team' && team_id !== null && team_ids.includes(team_id))

/**
 * Sent only to members who can't see a conversation, instead of the event sent to the others: they drop it from
 * their lists.
 */
export const conversationHidden = defineEvent<typeof schema.conversationHidden>()(
  'ConversationHidden',
  workspaceChannel,
)
/** A contact became invisible to a member because its conversations were reassigned. */
export const contactHidden = defineEvent<typeof schema.contactHidden>()('ContactHidden', workspaceChannel)
