import { activateIntegration, type CurrentUser } from '@ozvi/contract'
import { redirect, redirectDocument } from 'react-router'
import { pagePath, placeOf } from '#addresses'
import { toast } from '#ui/toast.ts'
import { integrationToActivate } from './activation.ts'
import { appT } from '../i18n/app-translator.ts'
import { defaultLocale } from '../i18n/locale.ts'
import { logError } from '../log.ts'
import { withNext } from './next.ts'
import type { Session } from './read-session.ts'
import { loadSession, refetchSession } from './session.tsx'
import { userFetchMessage } from '../user-fetch-message.ts'
import { call } from '../calls/wire.ts'

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
  if (is_unverified) throw redirectDocument(withNext('/verify-email', pathOf(url)))
  if (!user) throw redirectDocument(withNext('/auth', pathOf(url)))
  return { user, is_unverified }
}

/** @throws Response that redirects to the workspace list if the workspace is deleted */
export function requireOpen(url: URL, user: CurrentUser) {
  const place = placeOf(url.pathname)
  const named = place?.params.integrationId
  if (user.integrations.some((one) => (one.id === named || one.public_key === named) && one.deletes_at))
    throw redirect(pagePath(place?.locale ?? defaultLocale, 'app'))
}

/**
 * @throws Response that redirects to the account if the workspace requires a second factor this session lacks
 */
export function requireFactors(url: URL, user: CurrentUser) {
  const place = placeOf(url.pathname)
  const named = place?.params.integrationId
  const shown = user.integrations.find(({ id, public_key }) => id === named || public_key === named)
  if (shown?.needs_two_factor && !user.has_two_factors)
    throw redirect(pagePath(place?.locale ?? defaultLocale, 'app_account'))
}

/**
 * @throws Response that redirects to the workspace list, with a toast, if the integration can't be activated
 */
export async function activateShown(url: URL, user: CurrentUser) {
  const place = placeOf(url.pathname)
  const integration_id = integrationToActivate(url, place, user)
  if (!integration_id) return
  try {
    await call(activateIntegration, { integration_id })
    await refetchSession()
  } catch (error) {
    logError(`Integration ${integration_id} could not be activated`, error)
    const known = user.integrations.find(({ id, public_key }) => [id, public_key].includes(integration_id))
    toast.error(appT('errors.activation', { name: known?.name ?? integration_id }))
    throw redirect(pagePath(place?.locale ?? defaultLocale, 'app'))
  }
}
