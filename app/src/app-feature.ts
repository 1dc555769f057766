import type { Right } from '@ozvi/contract'
import type { IconName } from '#ui/icon.tsx'
import type { Key } from '#platform/i18n/keys.ts'

export type Access = 'open' | 'guest' | 'member'
export interface Page {
  /**
   * Route id without its locale: `app-i-integrationId-contacts` becomes `app-i-integrationId-contacts___en`.
   */
  name: string
  path: string
  /** Route module below `src`; similar pages share one. */
  file: string
  layout: 'site' | 'default' | 'inbox' | 'settings' | 'none'
  access: Access
  /** The same for everyone: rendered at build time. */
  isPrerendered?: boolean
  /** It uses messages that are loaded with it (`lazyMessages`), as all settings pages do. */
  hasLazyMessages?: true
  /**
   * Its place in the navigation: the rail (on a phone the tab bar, or its “More”), or the settings list. Pages
   * without one can only be reached by their URLs. Members without its `right` would see nothing there.
   */
  nav?: { in: 'rail' | 'settings'; icon: IconName; label: Key; isInBar?: true; right?: Right }
}

/** What a feature adds to the app. Only data, so that no component gets into the first page. */
export interface AppFeature {
  pages: readonly Page[]
  /** Files of `locales/en` that are loaded with the first page that shows them. */
  lazyMessages?: readonly string[]
  /** Files of `locales/en` that come with the HTML of public pages. The app doesn't load them. */
  siteMessages?: readonly string[]
}
