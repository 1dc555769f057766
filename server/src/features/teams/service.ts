import { type Input, Problem, teamDeleted, teamSaved, teamsMax } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { lockIntegration, type MemberActor } from '#features/integrations'
import { listTeamViewers } from '#features/visibility'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { queueAutoAssignment } from './auto-assign-job.ts'
import * as store from './store.ts'

export const listTeams = (ctx: Context, { integration_id }: MemberActor) =>
  store.listTeams(ctx.db, integration_id)

/** @throws Problem `invalid_input` on `member_ids` if not a member of the workspace */
async function setTeamMembers(tx: Tx, key: store.TeamKey, member_ids: readonly string[]) {
  const memberIds = [...new Set(member_ids)]
  if ((await store.setMembers(tx, key, memberIds)) < memberIds.length)
    throw validationError('member_ids', 'not_a_member')
}
async function emitTeam(tx: Tx, key: store.TeamKey) {
  const team = await store.findTeam(tx, key)
  if (!team) throw new Problem('not_found')
  tx.emit(teamSaved, team)
  return team
}

/** @throws Problem `invalid_input` on `name` if taken, or the limit is reached */
export function createTeam(
  ctx: Context,
  actor: MemberActor,
  { name, member_ids, assignment_mode }: Input<typeof contract.createTeam>,
) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    await lockIntegration(tx, integration_id)
    if ((await store.listTeams(tx, integration_id)).length >= teamsMax)
      throw validationError('name', `too_many:${teamsMax}`)
    const created_at = isoNow(ctx)
    const team = await store.insertTeam(tx, { integration_id, name, assignment_mode, created_at })
    if (!team) throw validationError('name', 'name_taken')
    const key = { integration_id, team_id: team.id }
    await setTeamMembers(tx, key, member_ids)
    await record(ctx, tx, actor, { action: 'team_created', subject: name })
    return emitTeam(tx, key)
  })
}

/** @throws Problem `invalid_input` on `name` if taken; on `member_ids` if not a member */
export async function updateTeam(
  ctx: Context,
  actor: MemberActor,
  { team_id, name, member_ids, assignment_mode }: Input<typeof contract.updateTeam>,
) {
  const key = { integration_id: actor.integration_id, team_id }
  return ctx.transaction(async (tx) => {
    await lockIntegration(tx, actor.integration_id)
    const before = await store.findTeam(tx, key)
    if (!before) throw new Problem('not_found')
    if (name !== undefined && (await store.isNameTaken(tx, key, name)))
      throw validationError('name', 'name_taken')
    await store.updateTeam(tx, key, definedFields({ name, assignment_mode }))
    if (member_ids) await setTeamMembers(tx, key, member_ids)
    const saved = await emitTeam(tx, key)
    await queueAutoAssignment(tx, actor.integration_id)
    await record(ctx, tx, actor, { action: 'team_changed', subject: saved.name })
    const ids = [...before.member_ids, ...saved.member_ids]
    const changed = ids.filter((id) => before.member_ids.includes(id) !== saved.member_ids.includes(id))
    await reauthorizeViewers(tx, actor.integration_id, changed)
    return saved
  })
}

/** Makes members reconnect whose teams determine what they can see. */
async function reauthorizeViewers(tx: Tx, integration_id: string, user_ids: readonly string[]) {
  for (const user_id of await listTeamViewers(tx, integration_id, user_ids)) tx.reauthorize(user_id)
}

export async function deleteTeam(
  ctx: Context,
  actor: MemberActor,
  { team_id }: Input<typeof contract.deleteTeam>,
) {
  const { integration_id } = actor
  await ctx.transaction(async (tx) => {
    const team = await store.findTeam(tx, { integration_id, team_id })
    const deleted = await store.deleteTeam(tx, { integration_id, team_id })
    if (!team || !deleted) throw new Problem('not_found')
    await record(ctx, tx, actor, { action: 'team_deleted', subject: deleted.name })
    tx.emit(teamDeleted, { id: team_id, integration_id })
    await reauthorizeViewers(tx, integration_id, team.member_ids)
  })
  return null
}

/** Adds a member to these teams, skipping deleted ones, and emits the new members. */
export async function joinTeams(
  tx: Tx,
  { integration_id, user_id }: { integration_id: string; user_id: string },
  team_ids: readonly string[],
): Promise<void> {
  if (team_ids.length === 0) return
  for (const team_id of await store.lockTeamsOf(tx, integration_id, team_ids)) {
    const key = { integration_id, team_id }
    await store.insertTeamMember(tx, key, user_id)
    await store.updateTeam(tx, key, {})
    await emitTeam(tx, key)
  }
  await queueAutoAssignment(tx, integration_id)
}
