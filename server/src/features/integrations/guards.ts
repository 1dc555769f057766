import { can, Problem, type Right, type Role, effectiveAccess } from '@ozvi/contract'
import { confirmed, assertVerified, type Session, signedIn } from '#features/accounts'
import { type Viewer, sees, canSeeContact } from '#features/visibility'
import type { Guard } from '#platform/http/guard.ts'
import { findMembership } from './store.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A member acting in one workspace. The tenant comes from here, never from the request body. */
export interface MemberActor extends Viewer {
  kind: 'member'
  name: string
  email: string
  role: Role
  /** The request's address, truncated for privacy. */
  network: string
  session: Session
}

/**
 * A member whose role has the right. The workspace is the one in the path, otherwise the page's
 * (`X-Integration-Id`), otherwise the session's active one. 404 for non-members; 403 for a missing right, for
 * a sign-in with one factor where two are required, and for closed workspaces. A conversation or contact in
 * the path that the member can't see is 404, like one of another workspace.
 *
 * @param isForClosed allows the call in closed workspaces
 */
export const member = (right: Right, isForClosed = false): Guard<MemberActor, Session> => ({
  ...signedIn,
  name: `member:${right}`,
  async authorise(ctx, request, identity) {
    const session = assertVerified(identity)
    // Fastify's type has no params; the name comes from the contract's path.
    const {
      integration_id: from_path,
      conversation_id,
      contact_id,
    } = request.params as {
      integration_id?: string
      conversation_id?: string
      contact_id?: string
    }
    const from_page = request.headers['x-integration-id']
    const named =
      from_path ?? (typeof from_page === 'string' && from_page ? from_page : session.active_integration_id)
    const membership = named ? await findMembership(ctx.db, session.user.id, named) : undefined
    if (!membership) throw new Problem('not_found')
    if (membership.needs_two_factor && !session.has_two_factors) throw new Problem('two_factor_required')
    if (membership.deletes_at && !isForClosed) throw new Problem('workspace_closed')
    if (!can(membership.role, right)) throw new Problem('forbidden')
    const { id: user_id, name, email } = session.user
    const reader = { integration_id: membership.integration_id, user_id, sees: effectiveAccess(membership) }
    if (conversation_id && !(uuid.test(conversation_id) && (await sees(ctx.db, reader, conversation_id))))
      throw new Problem('not_found')
    if (contact_id && !(uuid.test(contact_id) && (await canSeeContact(ctx.db, reader, contact_id))))
      throw new Problem('not_found')
    return {
      kind: 'member',
      ...reader,
      name,
      email,
      role: membership.role,
      network: session.network,
      session,
    }
  },
})

/** For sensitive calls: `member`, but the session must be confirmed. */
export const confirmedMember = (right: Right, isForClosed?: boolean): Guard<MemberActor, Session> =>
  confirmed(member(right, isForClosed))

/**
 * Checks that a member can change a personal item, or a shared one with the right.
 *
 * @throws Problem `not_found` for someone else's personal item · `forbidden` for a shared one without the
 * right
 */
export function assertCanEditShared(
  { role, user_id }: MemberActor,
  { owner_id }: { owner_id: string | null },
  right: Right,
): void {
  if (owner_id === null && !can(role, right)) throw new Problem('forbidden')
  if (owner_id !== null && owner_id !== user_id) throw new Problem('not_found')
}
