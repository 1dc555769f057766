import type { Collectors, Locale } from '@ozvi/contract'
import { withoutSecrets } from './addresses.ts'
import { type ConsentMessages, showBar, showSettings } from './consent-dialog.ts'
import { type Consent, type ConsentState, openConsent } from './consent.ts'
import { deleteConversionCookies } from './conversion-cookies.ts'
import { loadGoogleTag } from './google-tag.ts'
import { createPageViews, type Visit } from './page-views.ts'
import type { ProductAnalytics } from './product-analytics.ts'
import { removeStored } from './stored.ts'
import { logWarning } from '../log.ts'

export { deleteConversionCookies }

/* Analytics with consent. Loaded if a service is configured; each service is loaded only with its consent. */

export interface Analytics {
  /** The visitor's current consent. */
  consent(): ConsentState
  openSettings(): void
  /** Reports a page view, with the email address if known. */
  visit(address: string, email?: string): void
  /** Continues as a new visitor after sign-out. */
  forget(): Promise<void>
}

const messages = {
  en: () => import('../../../locales/en/consent.json'),
  sk: () => import('../../../locales/sk/consent.json'),
}
const messagesOf = async ({ posthog, umami }: Collectors, locale: Locale): Promise<ConsentMessages> => ({
  messages: (await messages[locale]()).default,
  purposes: {
    analytics: [...(posthog ? (['posthog_text'] as const) : []), ...(umami ? (['umami_text'] as const) : [])],
    ads: ['google_text'],
  },
})

let started: Promise<Analytics> | undefined
/**
 * Starts once per page; later calls return the same instance.
 *
 * @param isOfApp whether the page belongs to the app, not the public site
 */
export const startAnalytics = (collectors: Collectors, locale: Locale, isOfApp: boolean) =>
  (started ??= startCollectors(collectors, locale, isOfApp))

/** A page, and which services it was reported to. */
type ReportedVisit = Visit & { analytics?: true; ads?: true }

/** Loads Google's tag and reports the current page to it if ads are allowed; otherwise deletes what it has left. */
function followAdsConsent({ google_tag }: Collectors, consent: Consent) {
  let google: ReturnType<typeof loadGoogleTag> | undefined
  return (currentVisit: ReportedVisit | undefined) => {
    if (!consent.allows('ads')) {
      deleteConversionCookies()
      if (google) location.reload()
      return
    }
    if (!google_tag) return
    google ??= loadGoogleTag(google_tag)
    google.allowAnalytics(consent.allows('analytics'))
    if (!currentVisit || currentVisit.ads) return
    currentVisit.ads = true
    google.visit(currentVisit)
  }
}

async function startCollectors(collectors: Collectors, locale: Locale, isOfApp: boolean): Promise<Analytics> {
  const [consent, texts] = await Promise.all([openConsent(collectors), messagesOf(collectors, locale)])
  const allowsAnalytics = () => consent.allows('analytics')
  const { posthog, umami } = collectors
  const pageViews = umami && createPageViews(umami, allowsAnalytics)
  let product: Promise<ProductAnalytics> | undefined
  let email: string | undefined
  let currentVisit: ReportedVisit | undefined

  /** Runs a function with the library, if allowed. A blocked download counts as unavailable. */
  async function withProduct(action: (library: ProductAnalytics) => void) {
    if (!posthog || (!product && !allowsAnalytics())) return
    product ??= import('./product-analytics.ts').then(({ createProductAnalytics }) =>
      createProductAnalytics(posthog, (status) => logWarning(`Analytics answered ${status}`)),
    )
    await product.then(action, () => {})
  }
  function applyAnalyticsConsent() {
    if (!allowsAnalytics()) {
      if (product) void withProduct((library) => library.optOut())
      else if (posthog) removeStored(posthog.key, false)
      return
    }
    void withProduct((library) => {
      if (!allowsAnalytics()) return library.optOut()
      library.optIn()
      if (email) library.identify(email)
    })
    if (!currentVisit || currentVisit.analytics) return
    currentVisit.analytics = true
    pageViews?.visit(currentVisit)
    const { address } = currentVisit
    void withProduct((library) => library.visit(withoutSecrets(address)))
  }
  const applyAdsConsent = followAdsConsent(collectors, consent)
  let hideBar: (() => void) | undefined
  function follow() {
    if (consent.state().is_given) {
      hideBar?.()
      hideBar = undefined
    }
    applyAnalyticsConsent()
    applyAdsConsent(currentVisit)
  }
  const otherTabs = new BroadcastChannel('consent')
  otherTabs.addEventListener('message', follow)
  consent.onChoice(() => {
    follow()
    otherTabs.postMessage('chosen')
  })
  follow()
  if (!consent.state().is_given) hideBar = showBar(consent, texts, isOfApp)

  function visit(address: string, of?: string) {
    email = of
    currentVisit = { address, referrer: currentVisit?.address ?? document.referrer }
    follow()
  }
  // A page that the browser keeps for its back button is visited again, but its scripts don't start again.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !currentVisit) return
    currentVisit = undefined
    visit(location.href, email)
  })

  return {
    consent: consent.state,
    openSettings: () => showSettings(consent, texts),
    visit,
    async forget() {
      email = undefined
      await withProduct((library) => library.reset())
    },
  }
}
