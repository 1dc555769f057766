import { isDeepStrictEqual } from 'node:util'
import {
  can,
  customRoleDeleted,
  customRoleSaved,
  customRolesMax,
  type CustomRole,
  type Input,
  Problem,
  type RightsHolder,
  type Role,
  roleHas,
  roles,
  teamChanged,
  type WithholdableRight,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { reassignOpenWithTx } from '#features/conversations'
import { assertCanGive, lockIntegration, type MemberActor } from '#features/integrations'
import { requirePlanFeature } from '#features/plans'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './store.ts'

export const listCustomRoles = (ctx: Context, { integration_id }: MemberActor) =>
  store.listRoles(ctx.db, integration_id)

const holderOf = ({ base_role, withheld }: Pick<CustomRole, 'base_role' | 'withheld'>): RightsHolder => ({
  role: base_role,
  custom_role: { withheld },
})

/** @throws Problem `invalid_input` on `name` if another role has it, custom or built-in */
async function assertNameIsFree(tx: Tx, integration_id: string, name: string, except_id?: string) {
  const isBuiltIn = roles.some((role) => role === name.trim().toLowerCase())
  if (isBuiltIn || (await store.isNameTaken(tx, integration_id, name, except_id)))
    throw validationError('name', 'name_taken')
}
/** @throws Problem `invalid_input` on `withheld` if the built-in role doesn't have a right anyway */
function withheldOf(base_role: Role, withheld: readonly WithholdableRight[]): WithholdableRight[] {
  if (!withheld.every((right) => roleHas(base_role, right)))
    throw validationError('withheld', 'right_not_in_role')
  return [...new Set(withheld)].toSorted()
}

export function createCustomRole(
  ctx: Context,
  actor: MemberActor,
  { name, base_role, withheld }: Input<typeof contract.createCustomRole>,
) {
  const { integration_id } = actor
  const fields = { name, base_role, withheld: withheldOf(base_role, withheld) }
  assertCanGive(actor, holderOf(fields))
  return ctx.transaction(async (tx) => {
    await requirePlanFeature(ctx, tx, integration_id, 'custom_roles')
    await lockIntegration(tx, integration_id)
    await assertNameIsFree(tx, integration_id, name)
    if ((await store.countRoles(tx, integration_id)) >= customRolesMax)
      throw validationError('name', `too_many:${customRolesMax}`)
    const created_at = isoNow(ctx)
    const role = await store.insertRole(tx, { integration_id, ...fields, created_at })
    await record(ctx, tx, actor, { action: 'custom_role_created', subject: name })
    tx.emit(customRoleSaved, role)
    return role
  })
}

export function updateCustomRole(
  ctx: Context,
  actor: MemberActor,
  { role_id, name, withheld }: Input<typeof contract.updateCustomRole>,
) {
  const { integration_id } = actor
  const key = { integration_id, role_id }
  return ctx.transaction(async (tx) => {
    await lockIntegration(tx, integration_id)
    const before = await store.findRole(tx, key)
    if (!before) throw new Problem('not_found')
    await requirePlanFeature(ctx, tx, integration_id, 'custom_roles')
    const changes = definedFields({ name, withheld: withheld && withheldOf(before.base_role, withheld) })
    assertCanGive(actor, holderOf(before))
    assertCanGive(actor, holderOf({ ...before, ...changes }))
    if (name !== undefined) await assertNameIsFree(tx, integration_id, name, role_id)
    const role = await store.changeRole(tx, key, changes)
    await record(ctx, tx, actor, { action: 'custom_role_changed', subject: role.name })
    if (!isDeepStrictEqual(before.withheld.toSorted(), role.withheld.toSorted()))
      await applyToMembers(ctx, tx, actor, before, holderOf(role))
    else tx.emit(teamChanged, { integration_id })
    tx.emit(customRoleSaved, role)
    return role
  })
}

/** Reauthorizes the members with a role, and unassigns open conversations of those who can no longer reply. */
async function applyToMembers(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  before: CustomRole,
  after: RightsHolder,
): Promise<void> {
  const { integration_id, id: role_id } = before
  const isLosingReply = can(holderOf(before), 'conversations.answer') && !can(after, 'conversations.answer')
  for (const user_id of await store.listMembersWith(tx, { integration_id, role_id })) {
    if (isLosingReply) await reassignOpenWithTx(ctx, tx, actor, { from_user_id: user_id, to_user_id: null })
    tx.reauthorize(user_id)
  }
  tx.emit(teamChanged, { integration_id })
}

export function deleteCustomRole(
  ctx: Context,
  actor: MemberActor,
  { role_id }: Input<typeof contract.deleteCustomRole>,
) {
  const { integration_id } = actor
  const key = { integration_id, role_id }
  return ctx.transaction(async (tx) => {
    await lockIntegration(tx, integration_id)
    const role = await store.findRole(tx, key)
    if (!role) throw new Problem('not_found')
    const remaining = { role: role.base_role, custom_role: null }
    assertCanGive(actor, remaining)
    await applyToMembers(ctx, tx, actor, role, remaining)
    await store.deleteRole(tx, key)
    await record(ctx, tx, actor, { action: 'custom_role_deleted', subject: role.name })
    tx.emit(customRoleDeleted, { id: role_id, integration_id })
    return null
  })
}

/**
 * Finds the role that a member or an invitation gets.
 *
 * @throws Problem `not_found` without such a custom role · `invalid_input` on `role` if the custom role is based on
 * another one · `plan_limit` · `forbidden` if the actor lacks one of its rights
 */
export async function resolveRole<R extends Role>(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { role, custom_role_id }: { role: R; custom_role_id: string | null },
): Promise<{ role: R; custom_role: CustomRole | null }> {
  const { integration_id } = actor
  const custom_role = custom_role_id
    ? await store.findRole(tx, { integration_id, role_id: custom_role_id })
    : null
  if (custom_role === undefined) throw new Problem('not_found')
  if (custom_role && custom_role.base_role !== role) throw validationError('role', 'role_not_base')
  if (custom_role) await requirePlanFeature(ctx, tx, integration_id, 'custom_roles')
  assertCanGive(actor, { role, custom_role })
  return { role, custom_role }
}
