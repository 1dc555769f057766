import type { Collectors } from '@ozvi/contract'
import { plainTitle } from '../document/plain-title.ts'
import { withoutSecrets } from './addresses.ts'
import type { Visit } from './page-views.ts'

/*
 * Google's tag. It is a program of others that cannot be taken back once it runs, so it is fetched only when
 * ads are allowed, and whoever takes that back gets a fresh page.
 */

declare global {
  var dataLayer: unknown[] | undefined
}
const conversionCookie = /^(_gcl_|AW-)/

/** Deletes the cookies by which conversions are counted, on this host and on those above it. */
export function deleteConversionCookies() {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, place) => `; domain=${labels.slice(place).join('.')}`)
  for (const cookie of document.cookie.split(/;\s*/)) {
    const [name = ''] = cookie.split('=')
    if (!conversionCookie.test(name)) continue
    for (const domain of ['', ...domains]) document.cookie = `${name}=; path=/; max-age=0${domain}`
  }
}

/** Fetches the tag: call it once, and only where ads are allowed. */
export function loadGoogleTag({ id }: NonNullable<Collectors['google_tag']>) {
  globalThis.dataLayer ??= []
  // The tag tells its own calls from others by this object, which an arrow function does not have.
  function gtag(..._: unknown[]) {
    globalThis.dataLayer?.push(arguments)
  }
  const denied = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }
  const granted = { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }
  gtag('consent', 'default', { ...denied, analytics_storage: 'denied' })
  gtag('consent', 'update', granted)
  gtag('js', new Date())
  gtag('config', id, { send_page_view: false })
  const script = document.createElement('script')
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
  script.async = true
  document.head.append(script)
  return {
    visit({ address, referrer }: Visit) {
      gtag('set', { page_location: withoutSecrets(address), page_referrer: withoutSecrets(referrer) })
      gtag('event', 'page_view', { page_title: plainTitle() })
    },
    /** Whether it may also keep what it measures pages by. */
    allowAnalytics(isAllowed: boolean) {
      gtag('consent', 'update', { analytics_storage: isAllowed ? 'granted' : 'denied' })
    },
  }
}
