import type { Collectors } from '@ozvi/contract'
import * as library from 'vanilla-cookieconsent'
import type { Translation } from 'vanilla-cookieconsent'
import { createListeners } from '../listeners.ts'

/** Consent categories; each is requested only if a configured service needs it. */
export type Category = 'analytics' | 'ads'
export interface ConsentState {
  /** A choice was made for the current categories. */
  is_given: boolean
  /** The allowed categories. */
  enabled_ids: readonly ('necessary' | Category)[]
}

const cookieName = 'cookie_consent'
const cookieAge_days = 182
const bits = { analytics: 1, ads: 2 } as const

/** The categories of the configured services. */
export const categoriesOf = ({ posthog, umami, google_tag }: Collectors): Category[] => [
  ...(posthog || umami ? (['analytics'] as const) : []),
  ...(google_tag ? (['ads'] as const) : []),
]

/**
 * The visitor's choice, stored by the library in its cookie. A choice for other categories than the current
 * ones doesn't count.
 */
export async function openConsent(collectors: Collectors) {
  const categories = categoriesOf(collectors)
  const revision = categories.reduce((sum, category) => sum + bits[category], 0)
  const listeners = createListeners()
  await library.run({
    cookie: { name: cookieName, expiresAfterDays: cookieAge_days },
    revision,
    // Anyone who accepts is a visitor.
    hideFromBots: false,
    // Cookies and scripts are handled by each service.
    autoClearCookies: false,
    manageScriptTags: false,
    categories: {
      necessary: { enabled: true, readOnly: true },
      ...Object.fromEntries(categories.map((category) => [category, {}])),
    },
    // The library's own dialogs take the focus, so they get no texts and are never created; ours are in
    // consent-dialog.ts.
    autoShow: false,
    language: { default: 'en', translations: { en: {} as Translation } },
    onFirstConsent: () => listeners.notify(),
    onChange: () => listeners.notify(),
  })
  /** Read from the cookie, so that a choice in another tab counts. */
  function state(): ConsentState {
    const storedCookie = library.getCookie()
    if (storedCookie.revision !== revision || !storedCookie.consentId)
      return { is_given: false, enabled_ids: ['necessary'] }
    const allowed = categories.filter((category) => storedCookie.categories?.includes(category))
    return { is_given: true, enabled_ids: ['necessary', ...allowed] }
  }
  return {
    categories,
    state,
    allows: (category: Category) => state().enabled_ids.includes(category),
    /** Everything outside `allowed` is rejected; an empty list leaves only the necessary. */
    choose: (allowed: readonly Category[]) => library.acceptCategory([...allowed]),
    onChoice: listeners.subscribe,
  }
}
export type Consent = Awaited<ReturnType<typeof openConsent>>
