import type { CurrentUser } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'
import { readSession } from './read-session.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})
/** The session as first read at startup. */
export const loadSession = () => queryClient.ensureQueryData(sessionQuery)
/** Reads it again, after something about the user has changed. */
export const refetchSession = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
/** The signed-in user. Only below the app shell, whose guard has seen to it that there is one. */
export function useUser(): CurrentUser {
  const { data } = useQuery(sessionQuery)
  if (!data?.user) throw new Error('No user: this component belongs below the app shell')
  return data.user
}
