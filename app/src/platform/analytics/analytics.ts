import type { Collectors, Locale } from '@ozvi/contract'
import { withoutSecrets } from './addresses.ts'
import { type ConsentWords, showBar, showSettings } from './consent-dialog.ts'
import { type ConsentState, openConsent } from './consent.ts'
import { deleteConversionCookies, loadGoogleTag } from './google-tag.ts'
import { createPageViews, type Visit } from './page-views.ts'
import type { ProductAnalytics } from './product-analytics.ts'
import { removeStored } from './stored.ts'
import { logWarning } from '../log.ts'

/* Analytics with consent. Loaded if a service is configured; each service is loaded only with its consent. */

export interface Analytics {
  /** The visitor's current consent. */
  consent(): ConsentState
  openSettings(): void
  /** Reports a page view, with the email address if known. */
  visit(address: string, email?: string): void
  /** The user has signed out: continue as a new visitor. */
  forget(): Promise<void>
}

const words = {
  en: () => import('../../../locales/en/consent.json'),
  sk: () => import('../../../locales/sk/consent.json'),
}
const textsOf = async ({ posthog, umami }: Collectors, locale: Locale): Promise<ConsentWords> => ({
  words: (await words[locale]()).default,
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
  (started ??= begin(collectors, locale, isOfApp))

async function begin(collectors: Collectors, locale: Locale, isOfApp: boolean): Promise<Analytics> {
  const [consent, texts] = await Promise.all([openConsent(collectors), textsOf(collectors, locale)])
  const allowsAnalytics = () => consent.allows('analytics')
  const { posthog, umami, google_tag } = collectors
  const pageViews = umami && createPageViews(umami, allowsAnalytics)
  let product: Promise<ProductAnalytics> | undefined
  let google: ReturnType<typeof loadGoogleTag> | undefined
  let email: string | undefined
  /** The current page, and which services it was reported to. */
  let shown: (Visit & { analytics?: true; ads?: true }) | undefined

  /** Runs a function with the library, if allowed. A blocked download counts as unavailable. */
  async function withProduct(act: (library: ProductAnalytics) => void) {
    if (!posthog || (!product && !allowsAnalytics())) return
    product ??= import('./product-analytics.ts').then(({ createProductAnalytics }) =>
      createProductAnalytics(posthog, (status) => logWarning(`Analytics answered ${status}`)),
    )
    await product.then(act, () => {})
  }
  function followAnalytics() {
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
    if (!shown || shown.analytics) return
    shown.analytics = true
    pageViews?.visit(shown)
    const { address } = shown
    void withProduct((library) => library.visit(withoutSecrets(address)))
  }
  function followAds() {
    if (!consent.allows('ads')) {
      deleteConversionCookies()
      if (google) location.reload()
      return
    }
    if (!google_tag) return
    google ??= loadGoogleTag(google_tag)
    google.allowAnalytics(allowsAnalytics())
    if (!shown || shown.ads) return
    shown.ads = true
    google.visit(shown)
  }
  let hideBar: (() => void) | undefined
  function follow() {
    if (consent.state().is_given) {
      hideBar?.()
      hideBar = undefined
    }
    followAnalytics()
    followAds()
  }
  const otherTabs = new BroadcastChannel('consent')
  otherTabs.addEventListener('message', follow)
  consent.onChoice(() => {
    follow()
    otherTabs.postMessage('chosen')
  })
  follow()
  if (!consent.state().is_given) hideBar = showBar(consent, texts, isOfApp)

  return {
    consent: consent.state,
    openSettings: () => showSettings(consent, texts),
    visit(address, of) {
      email = of
      shown = { address, referrer: shown?.address ?? document.referrer }
      follow()
    },
    async forget() {
      email = undefined
      await withProduct((library) => library.reset())
    },
  }
}
