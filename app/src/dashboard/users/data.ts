import {
  acceptInvitation,
  type Input,
  inviteUser,
  listReceivedInvitations,
  listUsers,
  resendInvitation,
  revokeInvitation,
} from '@ozvi/contract'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { queryClient } from '#platform/query-client.ts'
import { refetchSession } from '#platform/session.ts'
import { call } from '#platform/wire.ts'

/** People and open invitations of a workspace. */
export const usersQuery = (integration_id: string) =>
  queryOptions({ queryKey: ['users', { integration_id }], queryFn: () => call(listUsers, {}) })
export const useTeam = (integration_id: string) => useQuery(usersQuery(integration_id))
export const useUsers = (integration_id: string) => useSuspenseQuery(usersQuery(integration_id)).data

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
