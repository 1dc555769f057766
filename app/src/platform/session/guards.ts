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
  lead: (path: string) => Response,
): CurrentUser {
  if (is_unverified) throw lead(withReturnTo('/verify-email', pathOf(url)))
  if (!user) throw lead(withReturnTo('/auth', pathOf(url)))
  return user
}

/** @throws Response that redirects to the workspace list if the workspace is deleted */
export function requireOpenWorkspace(url: URL, user: CurrentUser) {
  const location = pageLocationOf(url.pathname)
  const named = location?.params.integrationId
  if (user.integrations.some((one) => (one.id === named || one.public_key === named) && one.deletes_at))
    throw redirect(pagePath(location?.locale ?? defaultLocale, 'app'))
}

/**
 * @param leave redirects out of the app
 * @throws Response that redirects to where the session gets what the workspace requires: single sign-on, a sign-in
 *   with the password, or a second factor
 */
export function requireEntry(url: URL, user: CurrentUser, leave: (path: string) => Response) {
  const location = pageLocationOf(url.pathname)
  const named = location?.params.integrationId
  const membership = user.integrations.find(({ id, public_key }) => id === named || public_key === named)
  const problem = membership && entryProblem(user, membership)
  if (!problem) return
  const locale = location?.locale ?? defaultLocale
  const next = encodeURIComponent(pathOf(url))
  if (problem === 'single_sign_on_required')
    throw leave(`${pagePath(locale, 'auth-single-sign-on')}?workspace=${membership.id}&next=${next}`)
  if (problem === 'password_required') throw leave(`${pagePath(locale, 'auth-logout')}?next=${next}`)
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
    const knownMembership = user.integrations.find(({ id, public_key }) =>
      [id, public_key].includes(integration_id),
    )
    toast.error(appT('errors.activation', { name: knownMembership?.name ?? integration_id }))
    throw redirect(pagePath(location?.locale ?? defaultLocale, 'app'))
  }
}
