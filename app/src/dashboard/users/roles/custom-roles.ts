import {
  applyCustomRoleDeleted,
  applyCustomRoleSaved,
  createCustomRole,
  type CustomRole,
  customRoleDeleted,
  customRoleSaved,
  deleteCustomRole,
  listCustomRoles,
  updateCustomRole,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'

const customRolesQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['custom-roles', { integration_id }],
    queryFn: () => call(listCustomRoles, { integration_id }),
  })
/** The workspace's custom roles, live. */
export function useCustomRoles(integration_id: string) {
  const query = customRolesQuery(integration_id)
  useLiveQuery(query, customRoleSaved, { integration_id }, applyCustomRoleSaved)
  useLiveQuery(query, customRoleDeleted, { integration_id }, applyCustomRoleDeleted)
  return useQuery(query)
}

/** @param role_id null creates one */
export async function saveCustomRole(
  integration_id: string,
  role_id: string | null,
  { base_role, ...fields }: Pick<CustomRole, 'name' | 'base_role' | 'withheld'>,
) {
  const saved = role_id
    ? await call(updateCustomRole, { integration_id, role_id, ...fields })
    : await call(createCustomRole, { integration_id, base_role, ...fields })
  changeData(queryClient, customRolesQuery(integration_id), (roles) => applyCustomRoleSaved(roles, saved))
}
export async function removeCustomRole(integration_id: string, role_id: string) {
  await call(deleteCustomRole, { integration_id, role_id })
  changeData(queryClient, customRolesQuery(integration_id), (roles) =>
    applyCustomRoleDeleted(roles, { id: role_id }),
  )
}
