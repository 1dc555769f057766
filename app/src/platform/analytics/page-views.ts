import type { Collectors } from '@ozvi/contract'
import { withoutSecrets } from './addresses.ts'
import { collectedTitle } from './collected-title.ts'

/** A page view. */
export interface Visit {
  /** The full URL. */
  address: string
  /** The referrer, if any. */
  referrer: string
}

/** Waits for the title of a new page before it is reported. */
const delay_ms = 250
const retry_ms = 500

function isSwitchedOff(): boolean {
  try {
    return localStorage.getItem('umami.disabled') === '1'
  } catch {
    return false // no storage, so nothing can be disabled in it
  }
}

/**
 * Reports page views to Umami. Stores nothing, sends no credentials and ignores failures.
 *
 * @param isAllowed checked again right before sending
 */
export function createPageViews(
  { url, website_id, tag, hosts }: NonNullable<Collectors['umami']>,
  isAllowed: () => boolean,
) {
  function send({ address, referrer }: Visit) {
    if (!isAllowed() || isSwitchedOff() || !hosts.includes(location.hostname)) return
    if (document.readyState !== 'complete') {
      setTimeout(send, retry_ms, { address, referrer })
      return
    }
    const { pathname, search } = new URL(address, location.href)
    const payload = {
      hostname: location.hostname,
      language: navigator.language,
      screen: `${screen.width}x${screen.height}`,
      url: withoutSecrets(pathname + search),
      title: collectedTitle(),
      referrer: withoutSecrets(referrer),
      ...(tag ? { tag } : {}),
      website: website_id,
    }
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'event', payload }),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => {})
  }
  return { visit: (visit: Visit) => void setTimeout(send, delay_ms, visit) }
}
