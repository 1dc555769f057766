import type { Locale } from '@ozvi/contract'
import { createBrowserSend } from '@ozvi/wire/browser'
import type { Transport } from '@ozvi/wire'
import { integrationOfPath } from './page-headers.ts'
import { currentReturnTo } from '../session/return-to.ts'
import { createApiErrorHandler, withConfirmation } from './auth-errors.ts'
import { connectApiClient } from './api-client.ts'

/** The workspace of the current page, so that two tabs never act on each other's. */
const pageIntegration = () =>
  integrationOfPath(location.pathname) ??
  new URLSearchParams(location.search).get('integrationId') ??
  undefined

/** Public pages have none of these. */
interface AppConnection extends Partial<Pick<Transport, 'listen' | 'watch'>> {
  /** Confirms the user's identity, so that a rejected call can be repeated; false if canceled. */
  confirm?: () => Promise<boolean>
}
/** Connects the API client to this browser. */
export function connectBrowser(
  locale: Locale,
  { listen = () => () => {}, watch = () => () => {}, confirm = async () => false }: AppConnection = {},
) {
  const onApiError = createApiErrorHandler({
    leave: (path) => location.assign(path),
    returnTo: () => currentReturnTo(location),
  })
  const send = createBrowserSend({
    integrationId: pageIntegration,
    locale: () => locale,
    onError: onApiError,
  })
  connectApiClient({ send: withConfirmation(send, confirm), listen, watch })
}
