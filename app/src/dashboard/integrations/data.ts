import {
  completeOnboarding,
  createIntegration,
  deleteIntegration,
  normalizeText,
  dismissSetup,
  type Input,
  type Integration,
  listIntegrations,
  restoreIntegration,
  updateIntegration,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { pageNotFound } from '#platform/session/not-found.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { refetchSession, useUser } from '#platform/session/session.tsx'
import { workspaceAt } from '#platform/session/workspace.ts'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { call } from '#platform/calls/api-client.ts'

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: () => call(listIntegrations, {}),
})
/** The user's workspaces. */
export const useIntegrations = () => useQuery(integrationsQuery)

/** Workspaces matching by name or URL, ignoring case and diacritics. */
export function findWorkspaces(workspaces: readonly Integration[], typed: string): Integration[] {
  const search = normalizeText(typed.trim())
  return workspaces.filter(({ name, url }) => normalizeText(`${name} ${url}`).includes(search))
}

/**
 * The workspace of the current page. After losing access, the last known one is returned while the page is
 * still rendered; it redirects right after.
 *
 * @throws Problem `page_not_found` if the user has no such workspace
 */
export function useIntegration(): Integration {
  const { integrationId } = useParams()
  const user = useUser()
  const [previousUser, setPreviousUser] = useState(user)
  const match = workspaceAt(user, integrationId)
  if (match && user !== previousUser) setPreviousUser(user)
  const current = match ?? workspaceAt(previousUser, integrationId)
  if (!current) throw pageNotFound(location.pathname)
  return current
}

/** Refetches user and workspaces after a change, so that every page agrees. */
export async function refetchIntegrations() {
  await Promise.all([refetchSession(), queryClient.invalidateQueries(integrationsQuery)])
}

export async function createWorkspace(fields: Input<typeof createIntegration>): Promise<Integration> {
  const created = await call(createIntegration, { ...browserTimeZone(), ...fields })
  await refetchIntegrations()
  return created
}
type Changes = Omit<Input<typeof updateIntegration>, 'integration_id'>
/** @throws Error without a public key, which identifies the workspace in this call */
export async function updateWorkspace(public_key: string, changes: Changes) {
  if (!public_key) throw new Error('Public key is required')
  await call(updateIntegration, { integration_id: public_key, ...changes })
  await refetchIntegrations()
}
/** The caller navigates away from the workspace before calling `refetchIntegrations`: its pages are closed. */
export const closeWorkspace = (public_key: string) => call(deleteIntegration, { integration_id: public_key })
export async function reopenWorkspace(integration_id: string) {
  await call(restoreIntegration, { integration_id })
  await refetchIntegrations()
}
export async function finishOnboarding(public_key: string) {
  await call(completeOnboarding, { integration_id: public_key })
  await refetchIntegrations()
}
export async function dismissSetupChecklist(public_key: string) {
  await call(dismissSetup, { integration_id: public_key })
  await refetchIntegrations()
}
