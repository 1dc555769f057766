import {
  completeOnboarding,
  createIntegration,
  type CurrentUser,
  deleteIntegration,
  folded,
  hideSetup,
  type Input,
  type Integration,
  listIntegrations,
  restoreIntegration,
  updateIntegration,
} from '@ozvi/contract'
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { pageNotFound } from '#platform/session/not-found.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { refetchSession, sessionQuery, useUser } from '#platform/session/session.tsx'
import { here } from '#platform/time/here.ts'
import { call } from '#platform/calls/wire.ts'

const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: () => call(listIntegrations, {}),
})
/** Every workspace of the user. */
export const useIntegrations = () => useSuspenseQuery(integrationsQuery).data

/** Those whose name or address contains what was typed, without regard to case and accents. */
export function findWorkspaces(workspaces: readonly Integration[], typed: string): Integration[] {
  const wanted = folded(typed.trim())
  return workspaces.filter(({ name, url }) => folded(`${name} ${url}`).includes(wanted))
}

/** The workspace that an address names, by id or public key. */
export const integrationAt = (user: CurrentUser, named: string | undefined): Integration | undefined =>
  user.integrations.find(({ id, public_key }) => id === named || public_key === named)

/**
 * The same, for reading ahead what its page shows; undefined where the reader will be led elsewhere.
 * @param named as the address has it
 */
export async function integrationAhead(cache: QueryClient, named: string | undefined) {
  const { user, is_unverified } = await cache.ensureQueryData(sessionQuery)
  const found = user && !is_unverified && integrationAt(user, named)
  if (!found || found.deletes_at || (found.needs_two_factor && !user.has_two_factors)) return undefined
  return found
}

/**
 * The workspace of the page shown. One that has just ceased to be the user's is told as it was for as long as its
 * page is still drawn: whoever takes it away leads out of the page as well.
 *
 * @throws Problem `page_not_found` when the user has no such workspace.
 */
export function useIntegration(): Integration {
  const { integrationId } = useParams()
  const user = useUser()
  const [held, setHeld] = useState(user)
  const found = integrationAt(user, integrationId)
  if (found && user !== held) setHeld(user)
  const shown = found ?? integrationAt(held, integrationId)
  if (!shown) throw pageNotFound(location.pathname)
  return shown
}

/** After a change of what the user has: user and list are read again, so that every page agrees. */
export async function refresh() {
  await Promise.all([refetchSession(), queryClient.invalidateQueries(integrationsQuery)])
}

export async function createWorkspace(fields: Input<typeof createIntegration>): Promise<Integration> {
  const made = await call(createIntegration, { ...here(), ...fields })
  await refresh()
  return made
}
type Changes = Omit<Input<typeof updateIntegration>, 'integration_id'>
/** @throws Error without a public key, which is how this call names the workspace. */
export async function updateWorkspace(public_key: string, changes: Changes) {
  if (!public_key) throw new Error('Public key is required')
  await call(updateIntegration, { integration_id: public_key, ...changes })
  await refresh()
}
/** The caller leaves the workspace's pages before it calls `refresh`: they are shut. */
export const closeWorkspace = (public_key: string) => call(deleteIntegration, { integration_id: public_key })
export async function reopenWorkspace(integration_id: string) {
  await call(restoreIntegration, { integration_id })
  await refresh()
}
export async function finishOnboarding(public_key: string) {
  await call(completeOnboarding, { integration_id: public_key })
  await refresh()
}
export async function hideSetupChecklist(public_key: string) {
  await call(hideSetup, { integration_id: public_key })
  await refresh()
}
