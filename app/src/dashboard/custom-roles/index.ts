import { lazy } from 'react'

/** Used on the team page only. */
export const RolesSection = lazy(async () => ({
  default: (await import('./roles-section.tsx')).RolesSection,
}))
export { type AssignableRole, type GivenRole, roleLabel, roleValue, useRoleOptions } from './given-role.ts'
