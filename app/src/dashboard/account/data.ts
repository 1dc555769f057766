import { endOtherSignIns, endSignIn, listSignIns, signInsChanged } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useReadAgain } from '#platform/live.ts'
import { queryClient } from '#platform/query-client.ts'
import { useUser } from '#platform/session.ts'
import { call } from '#platform/wire.ts'

const signInsQuery = queryOptions({ queryKey: ['sign-ins'], queryFn: () => call(listSignIns, {}) })
/** Where the user is signed in, live. */
export function useSignIns() {
  const { id: user_id } = useUser()
  useReadAgain(signInsQuery, signInsChanged, { user_id })
  return useQuery(signInsQuery)
}
export async function signOutOne(sign_in_id: string) {
  await call(endSignIn, { sign_in_id })
  await queryClient.invalidateQueries(signInsQuery)
}
export async function signOutOthers() {
  await call(endOtherSignIns, {})
  await queryClient.invalidateQueries(signInsQuery)
}
