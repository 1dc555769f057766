import * as z from 'zod/mini'
import { Id } from '../fields.schema.ts'
import { roles, withholdableRights } from './roles.ts'

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
export const WithheldRight = z.enum(withholdableRights)
/** The custom role of a member or an invitation. */
export const CustomRoleOfMember = z.object({
  id: Id,
  name: z.string(),
  /** Rights of the built-in role that the custom role takes away. */
  withheld: z.array(WithheldRight),
})
export type CustomRoleOfMember = z.infer<typeof CustomRoleOfMember>
