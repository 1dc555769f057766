import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './custom-roles.schema.ts'

export type { CustomRole } from './custom-roles.schema.ts'

export const customRoleNameCharsMax = 40
export const customRolesMax = 50

/** Lists the workspace's custom roles, by name. */
export const listCustomRoles = defineRoute<typeof schema.listCustomRoles>()(
  'GET',
  '/api/integration/:integration_id/role',
)
/**
 * Creates a custom role: a built-in role without the rights in `withheld`.
 * @throws Problem `forbidden`: the caller doesn't have every right of the role; `invalid_input` on `name`: taken,
 * or there are `customRolesMax`; on `withheld`: not a right of `base_role`
 */
export const createCustomRole = defineRoute<typeof schema.createCustomRole>()(
  'POST',
  '/api/integration/:integration_id/role',
)
/**
 * Renames a custom role, or replaces the rights it withholds. Applies to its members immediately. If they can no
 * longer reply, their open conversations become unassigned.
 * @throws Problem `forbidden`: the caller doesn't have every right of the role before and after
 */
export const updateCustomRole = defineRoute<typeof schema.updateCustomRole>()(
  'PUT',
  '/api/integration/:integration_id/role/:role_id',
)
/**
 * Deletes a custom role. Its members and invitations keep the built-in role, with all its rights.
 * @throws Problem `forbidden`: the caller doesn't have every right of the built-in role
 */
export const deleteCustomRole = defineRoute<typeof schema.deleteCustomRole>()(
  'DELETE',
  '/api/integration/:integration_id/role/:role_id',
)

/** A custom role is new, or has changed. */
export const customRoleSaved = defineEvent<typeof schema.customRoleSaved>()(
  'CustomRoleSaved',
  workspaceChannel,
)
export const customRoleDeleted = defineEvent<typeof schema.customRoleDeleted>()(
  'CustomRoleDeleted',
  workspaceChannel,
)

/** Unordered; an older version is ignored. */
export function applyCustomRoleSaved(
  list: readonly schema.CustomRole[],
  saved: schema.CustomRole,
): schema.CustomRole[] {
  const current = list.find(({ id }) => id === saved.id)
  if (current && current.version >= saved.version) return [...list]
  return current ? list.map((role) => (role.id === saved.id ? saved : role)) : [...list, saved]
}

export const applyCustomRoleDeleted = (
  list: readonly schema.CustomRole[],
  { id }: { id: string },
): schema.CustomRole[] => list.filter((role) => role.id !== id)
