import {
  can,
  canAllOf,
  type CustomRoleOfMember,
  entryProblem,
  isId,
  Problem,
  type Right,
  type RightsHolder,
  type Role,
  effectiveAccess,
} from '@ozvi/contract'
import { confirmed, assertVerified, type Session, signedIn } from '#features/accounts'
import { type Viewer, canSee, canSeeContact } from '#features/visibility'
import type { FastifyRequest } from 'fastify'
import { type ApiCaller, findApiKey, isApiRequest, runAsKey, scopeOf } from '#features/api-access'
import type { Context } from '#platform/context/context.ts'
import type { Guard } from '#platform/http/guard.ts'
import { findMembership } from './store.ts'

/**
 * A member acting in one workspace, or a program with an API key. The tenant comes from here, never from the
 * request body.
 */
export interface MemberActor extends Viewer {
  kind: 'member' | 'api_key'
  /** The name of the member or of the key. */
  name: string
  email: string
  role: Role
  custom_role: CustomRoleOfMember | null
  /** The request's address, truncated for privacy. */
  ip_prefix: string
  /** Undefined for API keys. */
  session: Session | undefined
}

/** @throws Problem `forbidden` for an API key */
export function sessionOf({ session }: Pick<MemberActor, 'session'>): Session {
  if (!session) throw new Problem('forbidden')
  return session
}

/** The rights of a key with every scope: none for settings, members, exports and erasure. */
export const keyHolder: { role: Role; custom_role: null } = { role: 'editor', custom_role: null }

interface RequestIds {
  integration_id?: string
  conversation_id?: string
  contact_id?: string
}
/** The ids that a request names; those of the workspace can be its public key. */
function idsIn(request: FastifyRequest): RequestIds {
  // Fastify's type has no params; the names come from the contract's path.
  const params = request.params as RequestIds
  const from_page = request.headers['x-integration-id']
  const integration_id =
    params.integration_id ?? (typeof from_page === 'string' && from_page ? from_page : undefined)
  return { ...params, ...(integration_id === undefined ? {} : { integration_id }) }
}

async function actorOfSession(
  ctx: Context,
  ids: RequestIds,
  identity: Session,
  { right, isForClosed, isForLeaving }: { right: Right } & Required<MemberOptions>,
): Promise<MemberActor> {
  const session = assertVerified(identity)
  const { id: user_id, name, email } = session.user
  const workspace = ids.integration_id ?? session.active_integration_id
  const membership = workspace ? await findMembership(ctx.db, user_id, workspace) : undefined
  if (!membership) throw new Problem('not_found')
  const problem = entryProblem(session, membership)
  if (problem && !(isForLeaving && problem === 'single_sign_on_required')) throw new Problem(problem)
  if (membership.deletes_at && !isForClosed) throw new Problem('workspace_closed')
  if (!can(membership, right)) throw new Problem('forbidden')
  const { integration_id, role, custom_role } = membership
  const conversation_access = effectiveAccess(membership)
  return {
    kind: 'member',
    integration_id,
    user_id,
    conversation_access,
    name,
    email,
    role,
    custom_role,
    ip_prefix: session.ip_prefix,
    session,
  }
}

function actorOfKey(ids: RequestIds, request: FastifyRequest, key: ApiCaller, right: Right): MemberActor {
  const { integration_id, public_key, key_id, name, ip_prefix } = key
  if (ids.integration_id !== undefined && ![integration_id, public_key].includes(ids.integration_id))
    throw new Problem('not_found')
  // A HEAD request reads what a GET would.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const scope = scopeOf({ method, path: request.routeOptions.url ?? '' })
  if (!scope || !can(keyHolder, right)) throw new Problem('forbidden')
  if (!key.scopes.includes(scope)) throw new Problem('scope_missing')
  if (key.deletes_at) throw new Problem('workspace_closed')
  return {
    kind: 'api_key',
    integration_id,
    user_id: key_id,
    conversation_access: 'all',
    name,
    email: '',
    ...keyHolder,
    ip_prefix,
    session: undefined,
  }
}

interface MemberOptions {
  /** Allows the call in closed workspaces. */
  isForClosed?: boolean
  /**
   * Allows the call without the single sign-on that the workspace requires: people whom its provider no longer knows
   * must be able to leave.
   */
  isForLeaving?: boolean
}
/**
 * A member whose role has the right, or an API key with the scope of the call. The workspace is the one in the
 * path, otherwise the page's (`X-Integration-Id`), otherwise the session's active one or the key's. 404 for
 * non-members; 403 for a missing right or scope, for a sign-in with one factor where two are required, and for
 * closed workspaces. A conversation or contact in the path that the member can't see is 404, like one of another
 * workspace.
 */
export const member = (
  right: Right,
  { isForClosed = false, isForLeaving = false }: MemberOptions = {},
): Guard<MemberActor, Session | ApiCaller> => ({
  ...signedIn,
  name: `member:${right}`,
  isBearer: isApiRequest,
  identify: (ctx, request, reply) =>
    isApiRequest(request) ? findApiKey(ctx, request, reply) : signedIn.identify(ctx, request, reply),
  async authorize(ctx, request, identity) {
    const ids = idsIn(request)
    const actor =
      'key_id' in identity
        ? actorOfKey(ids, request, identity, right)
        : await actorOfSession(ctx, ids, identity, { right, isForClosed, isForLeaving })
    const { conversation_id, contact_id } = ids
    if (conversation_id && !(isId(conversation_id) && (await canSee(ctx.db, actor, conversation_id))))
      throw new Problem('not_found')
    if (contact_id && !(isId(contact_id) && (await canSeeContact(ctx.db, actor, contact_id))))
      throw new Problem('not_found')
    return actor
  },
  run: (ctx, { kind, integration_id, user_id }, exchange, call) =>
    kind === 'api_key' ? runAsKey(ctx, { integration_id, key_id: user_id }, exchange, call) : call(ctx),
})

/** For sensitive calls: `member`, but the session must be confirmed. */
export const confirmedMember = (
  right: Right,
  options?: MemberOptions,
): Guard<MemberActor, Session | ApiCaller> => confirmed(member(right, options))

/**
 * Checks that a member can change a personal item, or a shared one with the right.
 *
 * @throws Problem `not_found` for someone else's personal item · `forbidden` for a shared one without the
 * right
 */
export function assertCanEditShared(
  actor: MemberActor,
  { owner_id }: { owner_id: string | null },
  right: Right,
): void {
  if (owner_id === null && !can(actor, right)) throw new Problem('forbidden')
  if (owner_id !== null && owner_id !== actor.user_id) throw new Problem('not_found')
}

/** @throws Problem `forbidden` if the actor lacks a right of those who would get, or who have, these */
export function assertCanGive(actor: MemberActor, holder: RightsHolder): void {
  if (!canAllOf(actor, holder)) throw new Problem('forbidden')
}
