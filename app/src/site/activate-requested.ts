import { activateIntegration } from '@ozvi/contract'
import { pageLocationOf } from '#addresses'
import { integrationToActivate } from '#platform/session/activation.ts'
import { connectBrowser } from '#platform/calls/connect.ts'
import { defaultLocale, localeOfPath } from '#platform/i18n/locale.ts'
import { logError } from '#platform/log.ts'
import { readSession } from '#platform/session/read-session.ts'
import { readSiteSession } from '#platform/session/site-session.ts'
import { call } from '#platform/calls/api-client.ts'

/**
 * Activates the workspace in the `integrationId` query parameter of a public page for the signed-in user and
 * reloads the user. Redirects to the picker if that fails.
 */
export async function activateRequested(leave = (path: string) => location.assign(path)) {
  const url = new URL(location.href)
  connectBrowser(localeOfPath(url.pathname) ?? defaultLocale)
  const { user } = await readSiteSession()
  const integration_id = user && integrationToActivate(url, pageLocationOf(url.pathname), user)
  if (!integration_id) return
  try {
    await call(activateIntegration, { integration_id })
    await readSession()
  } catch (error) {
    logError(`Integration ${integration_id} could not be activated`, error)
    leave('/app')
  }
}
