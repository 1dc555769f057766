import {
  availabilityChanged,
  type BulkAction,
  type Input,
  can,
  type Member,
  Problem,
  type ConversationAccess,
  effectiveAccess,
  teamChanged,
  day_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { openIntervals } from '@ozvi/contract/opening-intervals'
import { clearTwoFactor, assertConfirmed, endSsoSessions } from '#features/accounts'
import { record } from '#features/audit-log'
import { reassignContacts } from '#features/contacts'
import {
  deleteDraftsOf,
  reassignConversationsJob,
  reassignOpenWithTx,
  emitPublicProfileJob,
} from '#features/conversations'
import { resolveRole } from '#features/custom-roles'
import {
  assertCanGive,
  findAssignee,
  findMember,
  lockIntegration,
  type MemberActor,
  sessionOf,
} from '#features/integrations'
import { queueAutoAssignment } from '#features/teams'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { roleName } from './role-name.ts'
import * as store from './store.ts'

/** How far ahead working hours are sent. */
const workDays = 14

/** Includes the upcoming working hours, so that clients stay right as time passes. */
function toMember({ work_zone, ...member }: store.StoredMember, now: number): Member {
  const schedule = { is_on: true, time_zone: work_zone, week: member.week ?? [], holidays: [] }
  const today = Math.floor(now / day_ms) * day_ms
  const spans = member.week ? openIntervals(schedule, today - day_ms, today + workDays * day_ms) : []
  return { ...member, work_spans: spans.filter(([, to]) => to > now) }
}

export async function listUsers(ctx: Context, actor: MemberActor) {
  const { integration_id } = actor
  const [members, invitations] = await Promise.all([
    store.listMembers(ctx.db, integration_id),
    store.listInvitations(ctx.db, integration_id, isoNow(ctx)),
  ])
  // two-factor status is visible only to those who manage the team
  const all = members.map((member) => toMember(member, ctx.now()))
  const users = can(actor, 'team.manage') ? all : all.map((member) => ({ ...member, two_factor: null }))
  return { users, invitations }
}

/** @throws Problem `invalid_input` on `reassign_to` if not a member, or unable to reply */
async function checkAssignee(tx: Tx, integration_id: string, user_id: string) {
  const assignee = await findAssignee(tx, integration_id, user_id)
  if (typeof assignee === 'string') throw validationError('reassign_to', assignee)
  return assignee
}

/** Transferring ownership makes the previous owner an admin. */
export async function changeRole(
  ctx: Context,
  actor: MemberActor,
  { user_id, role, custom_role_id, reassign_to }: Input<typeof contract.changeRole>,
) {
  const { integration_id } = actor
  if (role === 'owner' && actor.role === 'owner') assertConfirmed(ctx, sessionOf(actor))
  return ctx.transaction(async (tx) => {
    await lockIntegration(tx, integration_id)
    const member = await store.findMember(tx, integration_id, user_id)
    if (!member) throw new Problem('not_found')
    const before = toMember(member, ctx.now())
    if (before.role === role && before.custom_role?.id === (custom_role_id ?? undefined))
      return { ...before, reassigned: null }
    if (before.role === 'owner') throw validationError('role', 'owner_stays')
    const newRole = await resolveRole(ctx, tx, actor, { role, custom_role_id })
    assertCanGive(actor, before)
    if (role === 'owner') {
      const actingMember = await findMember(tx, integration_id, actor.user_id)
      if (actingMember?.role !== 'owner') throw new Problem('forbidden')
      await store.setRole(tx, integration_id, actor.user_id, 'admin')
    }
    await store.setRole(tx, integration_id, user_id, role, custom_role_id)
    await record(ctx, tx, actor, {
      action: role === 'owner' ? 'owner_changed' : 'role_changed',
      subject: before.name,
      details: { from: roleName(before), to: roleName(newRole) },
    })
    tx.emit(teamChanged, { integration_id })
    let reassigned: BulkAction | null = null
    if (can(before, 'conversations.answer') && !can(newRole, 'conversations.answer')) {
      if (reassign_to) await checkAssignee(tx, integration_id, reassign_to)
      const who = { from_user_id: user_id, to_user_id: reassign_to }
      reassigned = await reassignOpenWithTx(ctx, tx, actor, who)
    }
    // The role determines visibility and what they can send on channels.
    tx.reauthorize(user_id)
    return { ...before, ...newRole, reassigned }
  })
}

type MemberDetails = Pick<
  Member,
  'languages' | 'week' | 'hours_note' | 'capacity' | 'display_name' | 'signature'
>
/** The details that were submitted. */
const submitted = ({
  languages,
  week,
  hours_note,
  capacity,
  display_name,
  signature,
}: { [Name in keyof MemberDetails]?: MemberDetails[Name] | undefined }): Partial<MemberDetails> =>
  definedFields({
    languages: languages && [...new Set(languages)],
    week,
    hours_note,
    capacity,
    display_name,
    signature,
  })
async function changeDetails(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  user_id: string,
  fields: Partial<MemberDetails>,
): Promise<Member> {
  const { integration_id } = actor
  const changed = Object.keys(fields)
  if (changed.length > 0 && (await store.updateMember(tx, integration_id, user_id, fields)))
    tx.emit(teamChanged, { integration_id })
  if (fields.capacity !== undefined || fields.week !== undefined)
    await queueAutoAssignment(tx, integration_id)
  const stored = await store.findMember(tx, integration_id, user_id)
  if (!stored) throw new Problem('not_found')
  const member = toMember(stored, ctx.now())
  if ('display_name' in fields) await tx.enqueue(emitPublicProfileJob, { integration_id, user_id })
  if (changed.length > 0 && user_id !== actor.user_id)
    await record(ctx, tx, actor, {
      action: 'member_changed',
      subject: member.name,
      details: { fields: changed.join(' ') },
    })
  return member
}
/** Sets which part of the inbox a member can see. */
async function changeAccess(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  before: Member,
  conversation_access: ConversationAccess,
): Promise<Member> {
  const { integration_id } = actor
  if (before.conversation_access === conversation_access) return before
  assertCanGive(actor, before)
  await store.updateMember(tx, integration_id, before.user_id, { conversation_access })
  await record(ctx, tx, actor, {
    action: 'reach_changed',
    subject: before.name,
    details: { from: before.conversation_access, to: conversation_access },
  })
  tx.emit(teamChanged, { integration_id })
  return { ...before, conversation_access }
}
export async function updateMember(
  ctx: Context,
  actor: MemberActor,
  { user_id, conversation_access, ...fields }: Input<typeof contract.updateMember>,
) {
  return ctx.transaction(async (tx) => {
    const before = await changeDetails(ctx, tx, actor, user_id, submitted(fields))
    const after = conversation_access
      ? await changeAccess(ctx, tx, actor, before, conversation_access)
      : before
    if (effectiveAccess(before) !== effectiveAccess(after)) tx.reauthorize(user_id)
    return after
  })
}
export async function getOwnMember(ctx: Context, { integration_id, user_id }: MemberActor) {
  const own = await store.findMember(ctx.db, integration_id, user_id)
  if (!own) throw new Problem('not_found')
  return { ...toMember(own, ctx.now()), two_factor: null }
}
export const updateOwnWorkSettings = (
  ctx: Context,
  actor: MemberActor,
  { languages, week, hours_note, display_name, signature }: Input<typeof contract.updateOwnWorkSettings>,
) => {
  const fields = submitted({ languages, week, hours_note, display_name, signature })
  return ctx.transaction((tx) => changeDetails(ctx, tx, actor, actor.user_id, fields))
}

/** Emitted only when changed, because every open page reports inactivity. */
export function setAvailability(
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { availability, is_idle }: Input<typeof contract.setAvailability>,
) {
  return ctx.transaction(async (tx) => {
    const before = await store.findMember(tx, integration_id, user_id)
    if (!before) throw new Problem('not_found')
    const changes = {
      availability: availability ?? before.availability,
      is_idle: is_idle ?? (availability === undefined && before.is_idle),
    }
    const after = { integration_id, user_id, ...changes }
    if (before.availability === changes.availability && before.is_idle === changes.is_idle) return after
    await store.updateMember(tx, integration_id, user_id, changes)
    tx.emit(availabilityChanged, after)
    if (changes.availability === 'online' && !changes.is_idle) await queueAutoAssignment(tx, integration_id)
    return after
  })
}

/**
 * Resets two-factor sign-in for a member who lost app and codes. Only if the caller owns every workspace they
 * are in: no one can weaken an account that opens other people's workspaces.
 */
export async function resetTwoFactor(
  ctx: Context,
  actor: MemberActor,
  { user_id }: Input<typeof contract.resetTwoFactor>,
) {
  const { integration_id } = actor
  await ctx.transaction(async (tx) => {
    const person = await store.findUser(tx, integration_id, user_id)
    if (!person) throw new Problem('not_found')
    if (user_id === actor.user_id) throw validationError('user_id', 'two_factor_own')
    if (await store.isInOtherWorkspace(tx, user_id, actor.user_id))
      throw validationError('user_id', 'member_elsewhere')
    if (!(await clearTwoFactor(ctx, tx, person))) throw validationError('user_id', 'two_factor_none')
    await record(ctx, tx, actor, { action: 'two_factor_reset', subject: person.name })
    tx.emit(teamChanged, { integration_id })
    tx.reauthorize(user_id)
  })
  return { user_id }
}

/** Longer than a request can take, so all calls in progress at the removal have ended. */
const lateAssignments_s = 60

/** Removes a member; their next call is rejected, and their sockets reconnect and are authorized again. */
export async function removeMember(
  ctx: Context,
  actor: MemberActor,
  { user_id, reassign_to }: Input<typeof contract.removeMember>,
) {
  const { integration_id } = actor
  await ctx.transaction(async (tx) => {
    await lockIntegration(tx, integration_id)
    const leaving = await findMember(tx, integration_id, user_id)
    if (!leaving) throw new Problem('not_found')
    if (leaving.role === 'owner') throw validationError('user_id', 'owner_stays')
    if (user_id !== actor.user_id) assertCanGive(actor, leaving)
    if (reassign_to === user_id) throw validationError('reassign_to', 'not_a_member')
    const newAssignee = reassign_to ? await checkAssignee(tx, integration_id, reassign_to) : undefined
    await deleteDraftsOf(tx, integration_id, user_id)
    const by = { user_id: actor.user_id, name: actor.name }
    await reassignContacts(
      tx,
      integration_id,
      { user_id, name: leaving.name },
      newAssignee ? { user_id: newAssignee.user_id, name: newAssignee.name } : null,
      by,
    )
    await store.deleteMember(tx, integration_id, user_id)
    await endSsoSessions(tx, integration_id, user_id)
    if (user_id !== actor.user_id) await store.markRemoved(tx, integration_id, user_id, isoNow(ctx))
    await record(ctx, tx, actor, {
      action: user_id === actor.user_id ? 'member_left' : 'member_removed',
      subject: leaving.name,
      details: { role: roleName(leaving) },
    })
    const leaver = { integration_id, from_user_id: user_id, to_user_id: reassign_to, by }
    await tx.enqueue(reassignConversationsJob, leaver)
    // Again for what calls in progress assign to them after the first time.
    await tx.enqueue(reassignConversationsJob, leaver, { start_after_s: lateAssignments_s })
    tx.emit(teamChanged, { integration_id })
    tx.reauthorize(user_id)
    // The new owner can see the contacts; emitted once for all.
    if (newAssignee && effectiveAccess(newAssignee) !== 'all') tx.reauthorize(newAssignee.user_id)
  })
  return null
}

export const leaveTeam = (
  ctx: Context,
  actor: MemberActor,
  { reassign_to }: Input<typeof contract.leaveTeam>,
) => removeMember(ctx, actor, { user_id: actor.user_id, reassign_to, integration_id: actor.integration_id })
