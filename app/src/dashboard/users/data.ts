import {
  getOffboarding,
  getOwnOffboarding,
  acceptInvitation,
  applyAvailabilityChanged,
  availabilityChanged,
  type BulkAction,
  changeRole,
  type Input,
  inviteUser,
  leaveTeam,
  listMemberStats,
  listReceivedInvitations,
  listUsers,
  removeMember,
  resendInvitation,
  revokeInvitation,
  teamChanged,
  undoBulkAction,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLiveQuery, useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { deleteWorkspace } from '#platform/session/workspace-cache.ts'
import { loadSession, refetchSession } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import type { MemberRole } from './roles/member-role.ts'

/** Members and pending invitations of a workspace. */
export const usersQuery = (integration_id: string) =>
  queryOptions({ queryKey: ['users', { integration_id }], queryFn: () => call(listUsers, {}) })
/** Loads the members and invitations, and applies their events. */
export function useTeam(integration_id: string) {
  const query = usersQuery(integration_id)
  useInvalidateOn(query, teamChanged, { integration_id })
  useLiveQuery(query, availabilityChanged, { integration_id }, (cached, event) => ({
    ...cached,
    users: applyAvailabilityChanged(cached.users, event),
  }))
  return useQuery(query)
}

/** Metrics of days needn't be recomputed for every message. */
const poll_ms = 60_000
export const useMemberStats = (integration_id: string, days: number) =>
  useQuery({
    queryKey: ['member-stats', { integration_id, days }],
    queryFn: () => call(listMemberStats, { integration_id, days }),
    refetchInterval: poll_ms,
    // The previous period stays visible while loading.
    placeholderData: (before) => before,
  })

export const refetchUsers = (integration_id: string) =>
  queryClient.invalidateQueries(usersQuery(integration_id))

export async function invite(
  integration_id: string,
  fields: Omit<Input<typeof inviteUser>, 'custom_role_id'>,
) {
  await call(inviteUser, fields)
  await refetchUsers(integration_id)
}
export async function resend(integration_id: string, invitation_id: string) {
  await call(resendInvitation, { integration_id, invitation_id })
  await refetchUsers(integration_id)
}
export async function revoke(integration_id: string, invitation_id: string) {
  await call(revokeInvitation, { integration_id, invitation_id })
  await refetchUsers(integration_id)
}

/** @param reassign_to the new assignee of their open conversations if the role can't reply; null for no one */
export async function setRole(
  integration_id: string,
  user_id: string,
  { role, custom_role }: MemberRole,
  reassign_to: string | null = null,
) {
  const { reassigned } = await call(changeRole, {
    integration_id,
    user_id,
    role,
    custom_role_id: custom_role?.id ?? null,
    reassign_to,
  })
  await refetchUsers(integration_id)
  return reassigned
}
/** Restores a member's role, then the conversations reassigned with it. */
export async function restoreRole(
  integration_id: string,
  user_id: string,
  role: MemberRole,
  reassigned: Pick<BulkAction, 'id'> | null,
) {
  await setRole(integration_id, user_id, role)
  if (reassigned) await call(undoBulkAction, { integration_id, bulk_action_id: reassigned.id })
}
/** The caller becomes an admin, so everything that depends on their role is refetched. */
export async function transferOwnership(integration_id: string, user_id: string) {
  await call(changeRole, { integration_id, user_id, role: 'owner' })
  await refetchUsers(integration_id)
  await refetchSession()
}
export async function remove(integration_id: string, user_id: string, reassign_to: string | null) {
  await call(removeMember, { integration_id, user_id, reassign_to })
  await refetchUsers(integration_id)
}
const leftWorkspaces = new Set<string>()
/** Whether the user left this workspace here, and needs no notice. */
export const hasLeft = (integration_id: string) => leftWorkspaces.has(integration_id)
/** The caller navigates away first, then refetches the session: for them the workspace is a 404. */
export async function leave(integration_id: string, reassign_to: string | null) {
  leftWorkspaces.add(integration_id)
  try {
    await call(leaveTeam, { integration_id, reassign_to })
    const { user } = await loadSession()
    if (user) deleteWorkspace(user, integration_id)
  } catch (error) {
    leftWorkspaces.delete(integration_id)
    throw error
  }
}

const receivedQuery = queryOptions({
  queryKey: ['received-invitations'],
  queryFn: () => call(listReceivedInvitations, {}),
})
export const useReceivedInvitations = () => useQuery(receivedQuery).data ?? []
/** @returns the workspace just joined */
export async function accept(invitation_id: string) {
  const joined = await call(acceptInvitation, { invitation_id })
  leftWorkspaces.delete(joined.id)
  await Promise.all([
    refetchSession(),
    queryClient.invalidateQueries(receivedQuery),
    queryClient.invalidateQueries({ queryKey: ['integrations'] }),
  ])
  return joined
}

/** What refers to a member besides conversations, loaded before they are removed; oneself without an id. */
export const offboardingQuery = (integration_id: string, user_id: string | null) =>
  queryOptions({
    queryKey: ['offboarding', { integration_id, user_id }],
    queryFn: () =>
      user_id
        ? call(getOffboarding, { integration_id, user_id })
        : call(getOwnOffboarding, { integration_id }),
    gcTime: 0,
  })
