import { agentName, can, effectiveAccess, entryProblem, Problem, visitorChannel } from '@ozvi/contract'
import type { Session } from '#features/accounts'
import type { VisitorActor } from '#features/contacts'
import { findMembership, ownChannelId, teamShare, visitorShare } from '#features/integrations'
import { findConversationIntegration } from '#features/conversations'
import { canSee } from '#features/visibility'
import type { Context } from '#platform/context/context.ts'
import type { Member } from '#platform/realtime/index.ts'

/** What other members of a presence channel see. */
const userInfoOf = (user: Session['user']) => ({ name: agentName(user) })

/** Extracts the id from a channel name. */
const idIn = (channel: string, prefix: string) =>
  channel.startsWith(prefix) && /^[0-9a-f-]{36}$/.test(channel.slice(prefix.length))
    ? channel.slice(prefix.length)
    : undefined

/**
 * Returns the member's presence data on a channel.
 *
 * @throws Problem `forbidden` for a foreign or unknown channel; the same answer for both, so that ids can't
 * be probed
 */
export async function memberPresence(ctx: Context, session: Session, channel: string): Promise<Member> {
  const { user } = session
  // The share is the user, so that ending access closes the socket whatever its id on the channel is.
  if (channel === `private-user.${user.id}`)
    return { user_id: await ownChannelId(ctx.db, session), share: user.id }
  // The product publishes on the first kind only. The second kind is for customers' own code.
  const integration_id =
    idIn(channel, 'presence-integration.') ?? /^private-integration\.([0-9a-f-]{36})/.exec(channel)?.[1]
  const conversation_id = idIn(channel, 'presence-conversation.')
  const owner =
    integration_id ??
    (conversation_id ? await findConversationIntegration(ctx.db, conversation_id, user.id) : undefined)
  const membership = owner ? await findMembership(ctx.db, user.id, owner) : undefined
  const isClosed = membership && (membership.deletes_at || entryProblem(session, membership))
  const reader = membership && {
    ...membership,
    user_id: user.id,
    conversation_access: effectiveAccess(membership),
  }
  if (!reader || isClosed || (conversation_id && !(await canSee(ctx.db, reader, conversation_id))))
    throw new Problem('forbidden')
  const is_read_only = conversation_id !== undefined && !can(reader, 'conversations.answer')
  return {
    user_id: user.id,
    user_info: userInfoOf(user),
    share: teamShare(reader.integration_id),
    ...(is_read_only ? { is_read_only } : {}),
  }
}

/**
 * The visitor's data on their own channel.
 *
 * @throws Problem `forbidden` for any other channel
 */
export function visitorPresence(visitor: VisitorActor, channel: string): Member {
  if (channel !== visitorChannel(visitor)) throw new Problem('forbidden')
  return { user_id: visitor.visitor_id, share: visitorShare(visitor.integration_id) }
}
export const userPresence = ({ user }: Session) => ({ id: user.id, user_info: userInfoOf(user) })
