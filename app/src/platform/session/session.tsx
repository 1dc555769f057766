import type { CurrentUser } from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { queryClient } from '../calls/query-client.ts'
import { readSession, type Session } from './read-session.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})
/** The session as loaded at startup. */
export const loadSession = () => queryClient.ensureQueryData(sessionQuery)
/** Reloads it after something about the user has changed. */
export const refetchSession = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })

const SessionContext = createContext<Session | undefined>(undefined)
/**
 * Provides the session. Its content renders again when the session changes, because nearly everything uses it.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data } = useQuery(sessionQuery)
  return <SessionContext value={data}>{children}</SessionContext>
}
/** The signed-in user. Only below the app shell, whose guard ensures that there is one. */
export function useUser(): CurrentUser {
  useContext(SessionContext)
  // Read from the cache: a page that opens right after a change renders before the context updates.
  const user = useQueryClient().getQueryData(sessionQuery.queryKey)?.user
  if (!user) throw new Error('No user: this component must be rendered inside the app shell')
  return user
}
