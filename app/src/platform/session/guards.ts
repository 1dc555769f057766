import { activateIntegration, type CurrentUser, entryProblem } from '@ozvi/contract'
import { redirect, redirectDocument } from 'react-router'
import { pagePath, pageLocationOf } from '#addresses'
import { toast } from '#ui/toast.ts'
import { integrationToActivate } from './activation.ts'
import { appT } from '../i18n/app-translator.ts'
import { defaultLocale } from '../i18n/locale.ts'
import { logError } from '../log.ts'
import { withReturnTo } from './return-to.ts'
import type { Session } from './read-session.ts'
import { loadSession, refetchSession } from './session.tsx'
import { workspaceAt } from './workspace.ts'
import { userFetchMessage } from '../user-fetch-message.ts'
import { call } from '../calls/api-client.ts'

const pathOf = (url: URL) => url.pathname + url.search

/**
 * @throws Response that redirects to sign-in or verification, with a way back; otherwise returns the session
 */
export async function requireMember(url: URL): Promise<Session & { user: CurrentUser }> {
  const { user, is_unverified } = await loadSession().catch((error: unknown) => {
    logError('Failed to read the current user', error)
    toast.error(userFetchMessage(error, appT))
    throw error
  })
  return { user: requireUser(url, { user, is_unverified }, redirectDocument), is_unverified }
}

/** @throws Response as `requireMember` does. */
export function requireUser(
  url: URL,
  { user, is_unverified }: Session,
  redirectTo: (path: string) => Response,
): CurrentUser {
  if (is_unverified) throw redirectTo(withReturnTo('/verify-email', pathOf(url)))
  if (!user) throw redirectTo(withReturnTo('/auth', pathOf(url)))
  return user
}

/** @throws Response that redirects to the workspace list if the workspace is deleted */
export function requireOpenWorkspace(url: URL, user: CurrentUser) {
  const location = pageLocationOf(url.pathname)
  if (workspaceAt(user, location?.params.integrationId)?.deletes_at)
    throw redirect(pagePath(location?.locale ?? defaultLocale, 'app'))
}

/**
 * @param redirectTo redirects out of the app
 * @throws Response that redirects to where the session gets what the workspace requires: single sign-on, a sign-in
 *   with the password, or a second factor
 */
export function requireEntry(url: URL, user: CurrentUser, redirectTo: (path: string) => Response) {
  const location = pageLocationOf(url.pathname)
  const workspace = workspaceAt(user, location?.params.integrationId)
  const problem = workspace && entryProblem(user, workspace)
  if (!problem) return
  const locale = location?.locale ?? defaultLocale
  const next = encodeURIComponent(pathOf(url))
  if (problem === 'single_sign_on_required')
    throw redirectTo(`${pagePath(locale, 'auth-single-sign-on')}?workspace=${workspace.id}&next=${next}`)
  if (problem === 'password_required') throw redirectTo(`${pagePath(locale, 'auth-logout')}?next=${next}`)
  throw redirect(pagePath(locale, 'app_account'))
}

/**
 * @throws Response that redirects to the workspace list, with a toast, if the integration can't be activated
 */
export async function activateCurrentWorkspace(url: URL, user: CurrentUser) {
  const location = pageLocationOf(url.pathname)
  const integration_id = integrationToActivate(url, location, user)
  if (!integration_id) return
  try {
    await call(activateIntegration, { integration_id })
    await refetchSession()
  } catch (error) {
    logError(`Integration ${integration_id} could not be activated`, error)
    const name = workspaceAt(user, integration_id)?.name ?? integration_id
    toast.error(appT('errors.activation', { name }))
    throw redirect(pagePath(location?.locale ?? defaultLocale, 'app'))
  }
}
