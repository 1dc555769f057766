import type { Collectors } from '@ozvi/contract'
import { withoutSecrets } from './addresses.ts'
import { collectedTitle } from './collected-title.ts'
import type { Visit } from './page-views.ts'

/*
 * Google's tag. A third-party script that can't be removed once it runs, so it is loaded only when ads are
 * allowed, and revoking consent reloads the page.
 */

declare global {
  var dataLayer: unknown[] | undefined
}
/** Loads the tag: call it once, and only if ads are allowed. */
export function loadGoogleTag({ id }: NonNullable<Collectors['google_tag']>) {
  globalThis.dataLayer ??= []
  // The tag recognizes its calls by `arguments`, which arrow functions don't have.
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
      gtag('event', 'page_view', { page_title: collectedTitle() })
    },
    /** Whether analytics storage is allowed too. */
    allowAnalytics(isAllowed: boolean) {
      gtag('consent', 'update', { analytics_storage: isAllowed ? 'granted' : 'denied' })
    },
  }
}
