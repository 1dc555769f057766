import { can } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '#platform/session/session.tsx'
import { usersQuery } from '#dashboard/users'

/** Members of the workspace; undefined until loaded. */
export const useTeamRead = (integration_id: string) => useQuery(usersQuery(integration_id)).data?.users
/** Members of the workspace; empty until loaded. */
export const useMembers = (integration_id: string) => useTeamRead(integration_id) ?? []
export const useMemberName = (integration_id: string, user_id: string | null): string | undefined =>
  useMembers(integration_id).find((member) => member.user_id === user_id)?.name
/** Other members a conversation can be assigned to. */
export function useColleagues(integration_id: string) {
  const { id } = useUser()
  return useMembers(integration_id).filter(
    (member) => member.user_id !== id && can(member, 'conversations.answer'),
  )
}
