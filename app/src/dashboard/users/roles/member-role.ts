import { canAllOf, type CustomRoleOfMember, memberRoles, type RightsHolder, type Role } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useCustomRoles } from './custom-roles.ts'

/** The built-in or custom role of a member. */
export interface MemberRole<R extends Role = Role> {
  role: R
  custom_role: CustomRoleOfMember | null
}
/** Identifies a role in a list of choices. */
export const roleValue = ({ role, custom_role }: MemberRole): string => custom_role?.id ?? role
export const roleLabel = (t: Translate, { role, custom_role }: MemberRole): string =>
  custom_role?.name ?? t(`users.role_${role}`)

/** The roles that someone can give: built-in ones, then custom ones. */
export function useRoleOptions(
  giver: RightsHolder & { id: string },
): (MemberRole<Exclude<Role, 'owner'>> & { value: string; label: string })[] {
  const t = useT()
  const { data = [] } = useCustomRoles(giver.id)
  const builtIn = memberRoles.map((role) => ({ role, custom_role: null }))
  const custom = data
    .map((each) => ({ role: each.base_role, custom_role: each }))
    .toSorted((a, b) => a.custom_role.name.localeCompare(b.custom_role.name))
  return [...builtIn, ...custom]
    .filter((role) => canAllOf(giver, role))
    .map((role) => ({ ...role, value: roleValue(role), label: roleLabel(t, role) }))
}
