import { type Input, invitationDays, Problem, teamChanged, day_ms } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Session } from '#features/accounts'
import { record } from '#features/audit-log'
import { resolveRole } from '#features/custom-roles'
import { assertCanGive, lockIntegration, type MemberActor, sessionOf } from '#features/integrations'
import { countTeams } from '#features/teams'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { mailProblem } from '#platform/mail/index.ts'
import { hashToken, newToken } from '#platform/secrets/secrets.ts'
import { requireSeat } from './joining.ts'
import { mailInvitation } from './mails.ts'
import { roleName } from './role-name.ts'
import * as store from './store.ts'

const iso = (ms: number) => new Date(ms).toISOString()

function newSecret(ctx: Context) {
  const token = newToken()
  return {
    token,
    row: {
      token_hash: hashToken(token),
      sent_at: isoNow(ctx),
      expires_at: iso(ctx.now() + invitationDays * day_ms),
    },
  }
}

/**
 * Emits the change of an invitation to the team and emails its link.
 *
 * @throws Problem `rate_limited` on `email` if the address was emailed too often
 */
async function announce(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { email, workspace, token }: { email: string; workspace: string; token: string },
) {
  const { integration_id, name } = actor
  tx.emit(teamChanged, { integration_id })
  const mail = { to: email, from: name, workspace, locale: sessionOf(actor).user.locale, token }
  const outcome = await mailInvitation(ctx, tx, mail)
  if (!outcome.is_queued) throw mailProblem(outcome, 'email')
}

/**
 * @throws Problem `invalid_input` on `email` if already a member or invited; on `team_ids` if a team doesn't
 * exist here
 */
export function inviteUser(
  ctx: Context,
  actor: MemberActor,
  {
    email,
    role,
    custom_role_id,
    conversation_access = 'all',
    team_ids = [],
  }: Input<typeof contract.inviteUser>,
) {
  const { integration_id, user_id } = actor
  const changes = [...new Set(team_ids)]
  return ctx.transaction(async (tx) => {
    const integration = await lockIntegration(tx, integration_id)
    if (await store.isMemberEmail(tx, integration_id, email)) throw validationError('email', 'already_member')
    if (await store.findPendingId(tx, integration_id, email, isoNow(ctx)))
      throw validationError('email', 'already_invited')
    if ((await countTeams(tx, integration_id, changes)) < changes.length)
      throw validationError('team_ids', 'choice_invalid')
    const newRole = await resolveRole(ctx, tx, actor, { role, custom_role_id })
    await requireSeat(ctx, tx, integration_id)
    const { token, row } = newSecret(ctx)
    const invitation = await store.insertInvitation(tx, {
      integration_id,
      email,
      role,
      custom_role_id,
      conversation_access,
      team_ids: changes,
      invited_by: user_id,
      ...row,
    })
    await record(ctx, tx, actor, {
      action: 'invitation_sent',
      subject: email,
      details: { role: roleName(newRole) },
    })
    await announce(ctx, tx, actor, { email, workspace: integration.name, token })
    return invitation
  })
}

export function resendInvitation(
  ctx: Context,
  actor: MemberActor,
  { invitation_id: id }: Input<typeof contract.resendInvitation>,
) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const integration = await lockIntegration(tx, integration_id)
    const invitation = await store.findInvitation(tx, integration_id, id, isoNow(ctx))
    if (!invitation) throw new Problem('not_found')
    assertCanGive(actor, invitation)
    await requireSeat(ctx, tx, integration_id, id)
    const { token, row } = newSecret(ctx)
    const renewed = await store.renewInvitation(tx, { integration_id, id }, row)
    if (!renewed) throw validationError('invitation_id', 'invitation_closed')
    await record(ctx, tx, actor, { action: 'invitation_renewed', subject: renewed.email })
    await announce(ctx, tx, actor, { email: renewed.email, workspace: integration.name, token })
    return renewed
  })
}

export function revokeInvitation(
  ctx: Context,
  actor: MemberActor,
  { invitation_id: id }: Input<typeof contract.revokeInvitation>,
) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const invitation = await store.findInvitation(tx, integration_id, id, isoNow(ctx))
    if (!invitation) throw new Problem('not_found')
    if (!(await store.revokeInvitation(tx, integration_id, id, isoNow(ctx))))
      throw validationError('invitation_id', 'invitation_closed')
    await record(ctx, tx, actor, { action: 'invitation_revoked', subject: invitation.email })
    tx.emit(teamChanged, { integration_id })
    return null
  })
}

export const listReceivedInvitations = (ctx: Context, { user }: Session) =>
  store.listReceived(ctx.db, user.email, isoNow(ctx))

export async function showInvitation(
  ctx: Context,
  _actor: unknown,
  { token }: Input<typeof contract.showInvitation>,
) {
  const invitation = await store.findReceived(ctx.db, token, isoNow(ctx))
  if (!invitation) throw validationError('token', 'invitation_closed')
  return invitation
}
