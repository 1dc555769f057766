import {
  acceptInvitation,
  applyAvailabilityChanged,
  applyTeamDeleted,
  applyTeamSaved,
  availabilityChanged,
  changeRole,
  createTeam,
  deleteTeam,
  type Input,
  inviteUser,
  leaveTeam,
  listReceivedInvitations,
  listTeams,
  listUsers,
  type Member,
  removeMember,
  resendInvitation,
  revokeInvitation,
  type Role,
  type Team,
  teamChanged,
  teamDeleted,
  teamSaved,
  updateMember,
  updateOwnWork,
  updateTeam,
} from '@ozvi/contract'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLive, useReadAgain } from '#platform/live.ts'
import { queryClient } from '#platform/query-client.ts'
import { refetchSession } from '#platform/session.ts'
import { call } from '#platform/wire.ts'

/** People and open invitations of a workspace. */
export const usersQuery = (integration_id: string) =>
  queryOptions({ queryKey: ['users', { integration_id }], queryFn: () => call(listUsers, {}) })
/** The same, live. */
function useUsersQuery(integration_id: string) {
  const query = usersQuery(integration_id)
  useReadAgain(query, teamChanged, { integration_id })
  useLive(query, availabilityChanged, { integration_id }, (held, said) => ({
    ...held,
    users: applyAvailabilityChanged(held.users, said),
  }))
  return query
}
export const useTeam = (integration_id: string) => useQuery(useUsersQuery(integration_id))
export const useUsers = (integration_id: string) => useSuspenseQuery(useUsersQuery(integration_id)).data

/** Groups of members. */
export const teamsQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['teams', { integration_id }],
    queryFn: () => call(listTeams, { integration_id }),
  })
/** The same, live; whoever leaves the workspace is on none of them. */
export function useTeams(integration_id: string) {
  const query = teamsQuery(integration_id)
  useReadAgain(query, teamChanged, { integration_id })
  useLive(query, teamSaved, { integration_id }, applyTeamSaved)
  useLive(query, teamDeleted, { integration_id }, applyTeamDeleted)
  return useQuery(query)
}
const putTeam = (integration_id: string, saved: Team) =>
  queryClient.setQueryData(teamsQuery(integration_id).queryKey, (held) => held && applyTeamSaved(held, saved))
/** @param team_id none makes a new one. */
export async function saveTeam(
  integration_id: string,
  team_id: string | null,
  fields: { name: string; member_ids: string[] },
) {
  const saved = team_id
    ? await call(updateTeam, { integration_id, team_id, ...fields })
    : await call(createTeam, { integration_id, ...fields })
  putTeam(integration_id, saved)
}
export async function removeTeam(integration_id: string, id: string) {
  await call(deleteTeam, { integration_id, team_id: id })
  queryClient.setQueryData(
    teamsQuery(integration_id).queryKey,
    (held) => held && applyTeamDeleted(held, { id }),
  )
}

const readAgain = (integration_id: string) => queryClient.invalidateQueries(usersQuery(integration_id))

export async function invite(integration_id: string, fields: Input<typeof inviteUser>) {
  await call(inviteUser, fields)
  await readAgain(integration_id)
}
export async function resend(integration_id: string, invitation_id: string) {
  await call(resendInvitation, { integration_id, invitation_id })
  await readAgain(integration_id)
}
export async function revoke(integration_id: string, invitation_id: string) {
  await call(revokeInvitation, { integration_id, invitation_id })
  await readAgain(integration_id)
}

export async function giveRole(integration_id: string, user_id: string, role: Role) {
  await call(changeRole, { integration_id, user_id, role })
  await readAgain(integration_id)
}
type Work = Pick<Member, 'languages' | 'hours_note'>
export async function describeMember(
  integration_id: string,
  user_id: string,
  work: Work & Pick<Member, 'capacity'>,
) {
  await call(updateMember, { integration_id, user_id, ...work })
  await readAgain(integration_id)
}
export async function describeSelf(integration_id: string, work: Work) {
  await call(updateOwnWork, { integration_id, ...work })
  await readAgain(integration_id)
}
/** The caller is an admin from then on, so everything that depends on their role is read again. */
export async function handOver(integration_id: string, user_id: string) {
  await giveRole(integration_id, user_id, 'owner')
  await refetchSession()
}
export async function remove(integration_id: string, user_id: string, reassign_to: string | null) {
  await call(removeMember, { integration_id, user_id, reassign_to })
  await readAgain(integration_id)
}
const left = new Set<string>()
/** Whether the reader has left this workspace here, and needs not be told. */
export const hasLeft = (integration_id: string) => left.has(integration_id)
/** The caller leaves the workspace's pages, then reads the session again: to them it would be a 404. */
export async function leave(integration_id: string, reassign_to: string | null) {
  left.add(integration_id)
  try {
    await call(leaveTeam, { integration_id, reassign_to })
  } catch (error) {
    left.delete(integration_id)
    throw error
  }
}

const receivedQuery = queryOptions({
  queryKey: ['received-invitations'],
  queryFn: () => call(listReceivedInvitations, {}),
})
export const useReceivedInvitations = () => useSuspenseQuery(receivedQuery).data
/** @returns the workspace just joined. */
export async function accept(invitation_id: string) {
  const joined = await call(acceptInvitation, { invitation_id })
  await Promise.all([
    refetchSession(),
    queryClient.invalidateQueries(receivedQuery),
    queryClient.invalidateQueries({ queryKey: ['integrations'] }),
  ])
  return joined
}
