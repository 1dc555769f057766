import type { Locale } from '@ozvi/contract'
import { createBrowserSend } from '@ozvi/wire/browser'
import type { Transport } from '@ozvi/wire'
import { integrationOfPath, takeEarly } from './early.ts'
import { returnTo } from '../session/next.ts'
import { createRefusalHandler, withConfirmation } from './refusal.ts'
import { connectWire } from './wire.ts'

/** The workspace of the current page, so that two tabs never act on each other's. */
const shownIntegration = () =>
  integrationOfPath(location.pathname) ??
  new URLSearchParams(location.search).get('integrationId') ??
  undefined

interface Connected extends Partial<Pick<Transport, 'listen' | 'watch'>> {
  /** Confirms the user's identity, so that a rejected call can be repeated; false if canceled. */
  confirm?: () => Promise<boolean>
}
/**
 * Connects the API client to this browser.
 *
 * @param connected realtime and identity confirmation; public pages have neither
 */
export function connectBrowser(
  locale: Locale,
  { listen = () => () => {}, watch = () => () => {}, confirm = async () => false }: Connected = {},
) {
  const onRefusal = createRefusalHandler({
    leave: (path) => location.assign(path),
    returnTo: () => returnTo(location),
  })
  const ask = createBrowserSend({ integrationId: shownIntegration, locale: () => locale, onRefusal })
  async function send(...call: Parameters<typeof ask>) {
    const [method, url, , options] = call
    const early = method === 'GET' ? await takeEarly(url) : undefined
    if (!early) return ask(...call)
    if (early.status >= 400) onRefusal(early, { method, url, options })
    return early
  }
  connectWire({ send: withConfirmation(send, confirm), listen, watch })
}
