import { activateIntegration } from '@ozvi/contract'
import { placeOf } from '#addresses'
import { integrationToActivate } from '#platform/activation.ts'
import { connectBrowser } from '#platform/connect.ts'
import { defaultLocale, localeOfPath } from '#platform/i18n/locale.ts'
import { logError } from '#platform/log.ts'
import { readSession } from '#platform/read-session.ts'
import { call } from '#platform/wire.ts'

/**
 * The route guard's second half for public pages: an `integrationId` in the query makes that integration the
 * active one of whoever is signed in. When that fails, the person goes to the picker.
 */
export async function activateAsked(leave = (path: string) => location.assign(path)) {
  const url = new URL(location.href)
  connectBrowser(localeOfPath(url.pathname) ?? defaultLocale)
  const { user } = await readSession()
  const integration_id = user && integrationToActivate(url, placeOf(url.pathname), user)
  if (!integration_id) return
  try {
    await call(activateIntegration, { integration_id })
  } catch (error) {
    logError(`Integration ${integration_id} could not be activated`, error)
    leave('/app')
  }
}
