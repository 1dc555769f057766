import type { Collectors } from '@ozvi/contract'
import * as library from 'vanilla-cookieconsent'
import type { Translation } from 'vanilla-cookieconsent'

/** What may be consented to; each is asked for only when something configured falls under it. */
export type Category = 'analytics' | 'ads'
export interface ConsentState {
  /** A choice was made, and it was about what is asked for today. */
  is_given: boolean
  /** What is allowed by it. */
  enabled_ids: readonly ('necessary' | Category)[]
}

const cookieName = 'cookie_consent'
const cookieAge_days = 182
const bits = { analytics: 1, ads: 2 } as const

/** The categories that the collectors fall under. */
export const categoriesOf = ({ posthog, umami, google_tag }: Collectors): Category[] => [
  ...(posthog || umami ? (['analytics'] as const) : []),
  ...(google_tag ? (['ads'] as const) : []),
]

/**
 * The visitor's choice, which the library keeps in its cookie. A choice about other categories than today's is
 * none: who was never asked about ads has not refused or allowed them.
 */
export async function openConsent(collectors: Collectors) {
  const categories = categoriesOf(collectors)
  const revision = categories.reduce((sum, category) => sum + bits[category], 0)
  const ears = new Set<() => void>()
  const tell = () => ears.forEach((ear) => ear())
  await library.run({
    cookie: { name: cookieName, expiresAfterDays: cookieAge_days },
    revision,
    // Who accepts is a visitor.
    hideFromBots: false,
    // Cookies and scripts are the business of each collector.
    autoClearCookies: false,
    manageScriptTags: false,
    categories: {
      necessary: { enabled: true, readOnly: true },
      ...Object.fromEntries(categories.map((category) => [category, {}])),
    },
    // Its own windows take the focus as they appear, so they get no words and are never made; ours stand in
    // consent-dialog.ts.
    autoShow: false,
    language: { default: 'en', translations: { en: {} as Translation } },
    onFirstConsent: tell,
    onChange: tell,
  })
  /** Read from the cookie itself, so that a choice made in another tab counts here. */
  function state(): ConsentState {
    const kept = library.getCookie()
    if (kept.revision !== revision || !kept.consentId) return { is_given: false, enabled_ids: ['necessary'] }
    const allowed = categories.filter((category) => kept.categories?.includes(category))
    return { is_given: true, enabled_ids: ['necessary', ...allowed] }
  }
  return {
    categories,
    state,
    allows: (category: Category) => state().enabled_ids.includes(category),
    /** Everything outside `allowed` is refused; nothing but the necessary with an empty list. */
    choose: (allowed: readonly Category[]) => library.acceptCategory([...allowed]),
    onChoice: (ear: () => void) => void ears.add(ear),
  }
}
export type Consent = Awaited<ReturnType<typeof openConsent>>
