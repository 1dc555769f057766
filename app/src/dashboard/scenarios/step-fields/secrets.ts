import {
  deleteScenarioSecret,
  listScenarioSecrets,
  saveScenarioSecret,
  scenarioSecretsChanged,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'

const secretsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['scenario-secrets', { integration_id }],
    queryFn: () => call(listScenarioSecrets, { integration_id }),
  })
/** By name, live. Values are never returned. */
export function useSecrets(integration_id: string) {
  const query = secretsOf(integration_id)
  useInvalidateOn(query, scenarioSecretsChanged, { integration_id })
  return useQuery(query)
}

export interface SecretFields {
  name: string
  origin: string
  value: string
}
/** @throws Problem for the form to show */
export async function saveSecret(integration_id: string, { name: secret_name, origin, value }: SecretFields) {
  await call(saveScenarioSecret, { integration_id, secret_name, origin, value })
  await queryClient.invalidateQueries(secretsOf(integration_id))
}
export async function deleteSecret(integration_id: string, secret_name: string) {
  await call(deleteScenarioSecret, { integration_id, secret_name })
  await queryClient.invalidateQueries(secretsOf(integration_id))
}
