import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { customRoleNameCharsMax } from './custom-roles.ts'
import { WithheldRight } from './roles.schema.ts'
import { memberRoles, withholdableRights } from './roles.ts'

const BaseRole = z.enum(memberRoles)
/** A built-in role without some of its rights. */
export const CustomRole = z.object({
  id: Id,
  integration_id: Id,
  /** Unique in the workspace, ignoring case and diacritics; not the name of a built-in role. */
  name: z.string(),
  /** Doesn't change. */
  base_role: BaseRole,
  /** Rights of `base_role` that the role's members don't have. */
  withheld: z.array(WithheldRight),
  created_at: Time,
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type CustomRole = z.infer<typeof CustomRole>
const RoleName = text(1, customRoleNameCharsMax)
const Withheld = z.array(WithheldRight).check(z.maxLength(withholdableRights.length))
export const listCustomRoles = schemas({
  output: z.array(CustomRole),
  problems: ['not_found'],
})
export const createCustomRole = schemas({
  input: z.object({ name: RoleName, base_role: BaseRole, withheld: Withheld }),
  output: CustomRole,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const updateCustomRole = schemas({
  input: z.object({ name: z.optional(RoleName), withheld: z.optional(Withheld) }),
  output: CustomRole,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const deleteCustomRole = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const customRoleSaved = CustomRole
export const customRoleDeleted = z.object({ id: Id, integration_id: Id })
