import { agentName, Problem, seesAs, visitorChannel } from '@ozvi/contract'
import type { Session } from '#features/accounts'
import type { VisitorActor } from '#features/contacts'
import { findMembership } from '#features/integrations'
import { findConversationIntegration } from '#features/conversations'
import { sees } from '#features/reach'
import type { Context } from '#platform/context.ts'

/** Who joins a channel, and under which name others see them where they are seen. */
export interface Seat {
  user_id: string
  user_info: { name: string }
}
const named = (user: Session['user']): Seat => ({ user_id: user.id, user_info: { name: agentName(user) } })

/** Channel name → the id in it. */
const idIn = (channel: string, prefix: string) =>
  channel.startsWith(prefix) && /^[0-9a-f-]{36}$/.test(channel.slice(prefix.length))
    ? channel.slice(prefix.length)
    : undefined

/**
 * Whether a member may hear a channel, and as whom.
 *
 * @throws Problem `forbidden`: not theirs, or no channel of ours; one answer, so that ids cannot be probed
 */
export async function memberSeat(
  ctx: Context,
  { user, has_two_factors }: Session,
  channel: string,
): Promise<Seat | undefined> {
  // one's own account
  if (channel === `private-user.${user.id}`) return undefined
  // The product speaks on the first alone. Of the second kind there may be many, for customers' own code.
  const integration_id =
    idIn(channel, 'presence-integration.') ?? /^private-integration\.([0-9a-f-]{36})/.exec(channel)?.[1]
  const conversation_id = idIn(channel, 'presence-conversation.')
  const owner =
    integration_id ??
    (conversation_id ? await findConversationIntegration(ctx.db, conversation_id, user.id) : undefined)
  const membership = owner ? await findMembership(ctx.db, user.id, owner) : undefined
  const isShut = membership?.deletes_at || (membership?.needs_two_factor && !has_two_factors)
  const reader = membership && { ...membership, user_id: user.id, sees: seesAs(membership) }
  if (reader && !isShut && (!conversation_id || (await sees(ctx.db, reader, conversation_id))))
    return named(user)
  throw new Problem('forbidden')
}

/** A visitor hears one channel: their own. */
export function mustBeOwnChannel(visitor: VisitorActor, channel: string): void {
  if (channel !== visitorChannel(visitor)) throw new Problem('forbidden')
}
export const userSeat = ({ user }: Session) => ({ id: user.id, user_info: named(user).user_info })
