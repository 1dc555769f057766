import { contactChanged, getContact } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLive } from '#platform/live.ts'
import { call } from '#platform/wire.ts'

/** Whether somebody has left is asked for, not told: no event says it. */
const askAgain_ms = 20_000
export const profileOf = (integration_id: string, contact_id: string) =>
  queryOptions({
    queryKey: ['contact', { integration_id, contact_id }],
    queryFn: () => call(getContact, { integration_id, contact_id }),
    refetchInterval: ({ state }) => (state.data ? askAgain_ms : false),
  })
/** One customer with facts and page trail, read again whenever there is news of them. */
export function useContactProfile(integration_id: string, contact_id: string) {
  const query = profileOf(integration_id, contact_id)
  useLive(query, contactChanged, { integration_id }, (profile, changed) =>
    changed.id === contact_id ? undefined : profile,
  )
  return useQuery(query)
}
