import {
  addSsoDomain,
  getSingleSignOn,
  type Input,
  removeSsoDomain,
  type SingleSignOn,
  singleSignOnChanged,
  testSingleSignOn,
  updateSingleSignOn,
  verifySsoDomain,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { storeData } from '#platform/calls/cached-data.ts'

type Changes = Omit<Input<typeof updateSingleSignOn>, 'integration_id'>

export const singleSignOnOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['single-sign-on', { integration_id }],
    queryFn: () => call(getSingleSignOn, { integration_id }),
  })

/** The settings, live with changes of other members. */
export function useSingleSignOn(integration_id: string) {
  const query = singleSignOnOf(integration_id)
  useInvalidateOn(query, singleSignOnChanged, { integration_id })
  return useQuery(query)
}

export function useSingleSignOnActions(integration_id: string) {
  const cache = useQueryClient()
  const keep = (saved: SingleSignOn) => {
    storeData(cache, singleSignOnOf(integration_id), saved)
    return saved
  }
  return {
    save: async (changes: Changes) => keep(await call(updateSingleSignOn, { integration_id, ...changes })),
    test: () => call(testSingleSignOn, { integration_id }),
    addDomain: async (name: string) => keep(await call(addSsoDomain, { integration_id, name })),
    verifyDomain: async (domain_id: string) =>
      keep(await call(verifySsoDomain, { integration_id, domain_id })),
    removeDomain: async (domain_id: string) =>
      keep(await call(removeSsoDomain, { integration_id, domain_id })),
  }
}
