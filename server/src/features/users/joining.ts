import { type Input, type Role, teamChanged } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Session } from '#features/accounts'
import { record } from '#features/audit-log'
import {
  countMembers,
  findMember,
  getIntegration,
  insertMember,
  lockIntegration,
} from '#features/integrations'
import { requirePlanFeature, requireRoom } from '#features/plans'
import { joinTeams } from '#features/teams'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './store.ts'

/**
 * Pending invitations take seats, too.
 *
 * @param except_id an invitation that isn't counted
 * @throws Problem `plan_limit` on `plan`
 */
export const requireSeat = (ctx: Context, tx: Tx, integration_id: string, except_id?: string) =>
  requireRoom(ctx, tx, integration_id, 'seats', async () => {
    const pending = await store.countPendingInvitations(tx, integration_id, isoNow(ctx), except_id)
    return (await countMembers(tx, integration_id)) + pending
  })

interface Joining {
  user: { id: string; name: string; email: string }
  ip_prefix: string
}

async function addMember(
  ctx: Context,
  tx: Tx,
  { user, ip_prefix }: Joining,
  { integration_id, ...access }: Omit<Parameters<typeof insertMember>[1], 'user_id'>,
  roleName: string = access.role,
): Promise<void> {
  await insertMember(tx, { integration_id, user_id: user.id, ...access })
  const who = { integration_id, user_id: user.id, name: user.name, ip_prefix }
  await record(ctx, tx, who, { action: 'member_joined', subject: user.email, details: { role: roleName } })
  tx.emit(teamChanged, { integration_id })
  // This session may not be one that the workspace admits.
  tx.reauthorize(user.id)
}

/** Adds the member that a consumed invitation names. */
async function joinByInvitation(
  ctx: Context,
  tx: Tx,
  joining: Joining,
  {
    integration_id,
    team_ids,
    email: _sent,
    custom_role,
    ...access
  }: NonNullable<Awaited<ReturnType<typeof store.consumeInvitation>>>,
): Promise<void> {
  const user_id = joining.user.id
  await requireRoom(ctx, tx, integration_id, 'seats', () => countMembers(tx, integration_id))
  await addMember(ctx, tx, joining, { integration_id, ...access }, custom_role?.name)
  await store.unmarkRemoved(tx, integration_id, user_id)
  await joinTeams(tx, { integration_id, user_id }, team_ids)
}

/** Workspace and role come from the row, never from the caller; the address must be the one it was sent to. */
export function acceptInvitation(
  ctx: Context,
  { user, ip_prefix }: Session,
  { token, invitation_id }: Input<typeof contract.acceptInvitation>,
) {
  const by = token ? { token } : invitation_id && { id: invitation_id, email: user.email }
  if (!by) throw validationError('token', 'required')
  return ctx.transaction(async (tx) => {
    const invitation = await store.consumeInvitation(tx, by, isoNow(ctx))
    if (!invitation) throw validationError('token', 'invitation_closed')
    if (invitation.email.toLowerCase() !== user.email.toLowerCase())
      throw validationError('token', 'invitation_other_email')
    await joinByInvitation(ctx, tx, { user, ip_prefix }, invitation)
    return getIntegration(tx, user.id, invitation.integration_id)
  })
}

/**
 * Makes sure that someone who passed a workspace's single sign-on is a member: by a pending invitation, else with the
 * given role. Someone removed from the team needs an invitation.
 *
 * @throws Problem `plan_limit` without a free seat · `invalid_input` on `email` for someone removed
 */
export async function joinBySingleSignOn(
  ctx: Context,
  tx: Tx,
  {
    integration_id,
    role,
    user,
    ip_prefix,
  }: Joining & { integration_id: string; role: Exclude<Role, 'owner'> },
): Promise<void> {
  await lockIntegration(tx, integration_id)
  if (await findMember(tx, integration_id, user.id)) return
  const now = isoNow(ctx)
  const id = await store.findPendingId(tx, integration_id, user.email, now)
  const invitation = id && (await store.consumeInvitation(tx, { id, email: user.email }, now))
  if (invitation) return joinByInvitation(ctx, tx, { user, ip_prefix }, invitation)
  if (await store.isRemoved(tx, integration_id, user.id)) throw validationError('email', 'sso_removed')
  await requirePlanFeature(ctx, tx, integration_id, 'single_sign_on')
  await requireSeat(ctx, tx, integration_id)
  await addMember(ctx, tx, { user, ip_prefix }, { integration_id, role })
}
