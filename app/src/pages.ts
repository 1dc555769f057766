import type { Locale } from '@ozvi/contract'
import type { IconName } from '#ui/icon.tsx'
import type { Key } from '#platform/i18n/keys.ts'
import { locales } from './platform/i18n/locale.ts'

export type Access = 'open' | 'guest' | 'member'
export interface Page {
  /** Route id without its locale: `app-i-integrationId-contacts` becomes `app-i-integrationId-contacts___en`. */
  name: string
  path: string
  /** Route module, below `src`; pages alike share one. */
  file: string
  layout: 'site' | 'default' | 'inbox' | 'settings' | 'none'
  access: Access
  /** The same for everyone: rendered once, when the web is built. */
  isPrerendered?: boolean
  /** What it asks the server for first, besides the user, as the wire writes it: asked while its scripts load. */
  early?: readonly string[]
  /** Where the app shell leads to it: the rail (on a phone the bar, or its "More"), or the list of settings. */
  nav?: { in: 'rail' | 'settings'; icon: IconName; label: Key; isInBar?: true }
}

/** Every page, once; both locales, the guards, links and navigation are made from this list. */
export const pages = [
  {
    name: 'index',
    path: '',
    file: 'site/home/home-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'features',
    path: 'features',
    file: 'site/topics/topics-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'features-slug',
    path: 'features/:slug',
    file: 'site/topics/topic-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'solutions',
    path: 'solutions',
    file: 'site/topics/topics-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'solutions-slug',
    path: 'solutions/:slug',
    file: 'site/topics/topic-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'competitors',
    path: 'competitors',
    file: 'site/competitors/competitors-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'competitors-slug',
    path: 'competitors/:slug',
    file: 'site/competitors/competitor-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'dictionary',
    path: 'dictionary',
    file: 'site/dictionary/dictionary-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'dictionary-slug',
    path: 'dictionary/:slug',
    file: 'site/dictionary/term-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'blog',
    path: 'blog',
    file: 'site/blog/blog-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'blog-slug',
    path: 'blog/:slug',
    file: 'site/blog/post-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'documentation',
    path: 'documentation',
    file: 'site/documentation/documentation-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'documentation-search',
    path: 'documentation/search',
    file: 'site/documentation/search-page.tsx',
    layout: 'site',
    access: 'open',
  },
  {
    name: 'documentation-slug',
    path: 'documentation/*',
    file: 'site/documentation/documentation-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'privacy-policy',
    path: 'privacy-policy',
    file: 'site/legal/legal-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'refund-policy',
    path: 'refund-policy',
    file: 'site/legal/legal-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  {
    name: 'terms-of-service',
    path: 'terms-of-service',
    file: 'site/legal/legal-page.tsx',
    layout: 'site',
    access: 'open',
    isPrerendered: true,
  },
  { name: 'auth', path: 'auth', file: 'site/auth/sign-in-page.tsx', layout: 'site', access: 'guest' },
  {
    name: 'auth-create-account',
    path: 'auth/create-account',
    file: 'site/auth/create-account-page.tsx',
    layout: 'site',
    access: 'guest',
  },
  {
    name: 'auth-forgot-password',
    path: 'auth/forgot-password',
    file: 'site/auth/forgot-password-page.tsx',
    layout: 'site',
    access: 'open',
  },
  {
    name: 'auth-reset-password',
    path: 'auth/reset-password',
    file: 'site/auth/reset-password-page.tsx',
    layout: 'site',
    access: 'open',
  },
  {
    name: 'auth-logout',
    path: 'auth/logout',
    file: 'site/auth/logout-page.tsx',
    layout: 'site',
    access: 'open',
  },
  {
    name: 'verify-email',
    path: 'verify-email',
    file: 'site/auth/verify-email-page.tsx',
    layout: 'site',
    access: 'open',
  },
  {
    name: 'invitation',
    path: 'invitation',
    file: 'site/auth/invitation-page.tsx',
    layout: 'site',
    access: 'open',
  },
  { name: 'preview', path: 'preview', file: 'site/preview/preview-page.tsx', layout: 'site', access: 'open' },
  {
    name: 'preview-shop',
    path: 'preview/shop',
    file: 'site/preview/shop-page.tsx',
    layout: 'none',
    access: 'open',
  },
  {
    name: 'demo-ui',
    path: 'demo/ui',
    file: 'site/demo/ui-page.tsx',
    layout: 'site',
    access: 'open',
  },
  {
    name: 'demo-base-date',
    path: 'demo/base-date',
    file: 'site/demo/base-date-page.tsx',
    layout: 'site',
    access: 'open',
  },
  {
    name: 'app',
    path: 'app',
    file: 'dashboard/integrations/picker-page.tsx',
    layout: 'default',
    access: 'member',
  },
  {
    name: 'app-onboarding',
    path: 'app/onboarding/:step?',
    file: 'dashboard/onboarding/onboarding-page.tsx',
    layout: 'default',
    access: 'member',
  },
  {
    name: 'app-i-integrationId',
    path: 'app/i/:integrationId',
    file: 'dashboard/home/home-page.tsx',
    layout: 'default',
    access: 'member',
    early: [
      '/api/integration/:integrationId/conversation-counts',
      '/api/integration/:integrationId/data-source',
      '/api/integration/users',
    ],
    nav: { in: 'rail', icon: 'home', label: 'shell.home' },
  },
  {
    name: 'app-i-integrationId-conversation',
    path: 'app/i/:integrationId/conversation',
    file: 'dashboard/conversations/no-conversation-page.tsx',
    layout: 'inbox',
    access: 'member',
    early: [
      '/api/integration/:integrationId/conversation?view=all&limit=50',
      '/api/integration/:integrationId/conversation-counts',
      '/api/integration/users',
    ],
    nav: { in: 'rail', icon: 'inbox', label: 'shell.inbox', isInBar: true },
  },
  {
    name: 'app-i-integrationId-conversation-id',
    path: 'app/i/:integrationId/conversation/:id',
    file: 'dashboard/conversations/conversation-page.tsx',
    layout: 'inbox',
    access: 'member',
    early: [
      '/api/integration/:integrationId/conversation/:id',
      '/api/integration/:integrationId/conversation/:id/message?limit=30',
      '/api/integration/:integrationId/conversation?view=all&limit=50',
      '/api/integration/:integrationId/conversation-counts',
      '/api/integration/users',
    ],
  },
  {
    name: 'app-i-integrationId-contacts',
    path: 'app/i/:integrationId/contacts',
    file: 'dashboard/contacts/contacts-page.tsx',
    layout: 'default',
    access: 'member',
    early: [
      '/api/integration/:integrationId/contact?sort=last_seen&limit=50',
      '/api/integration/:integrationId/contact-counts',
    ],
    nav: { in: 'rail', icon: 'contact', label: 'shell.contacts', isInBar: true },
  },
  {
    name: 'app-i-integrationId-contacts-uuid',
    path: 'app/i/:integrationId/contacts/:uuid',
    file: 'dashboard/contacts/contact-page.tsx',
    layout: 'default',
    access: 'member',
    early: [
      '/api/integration/:integrationId/contact/:uuid',
      '/api/integration/:integrationId/conversation?contact_id=:uuid&limit=20',
    ],
  },
  {
    name: 'app-i-integrationId-scenario',
    path: 'app/i/:integrationId/scenario',
    file: 'dashboard/scenarios/scenarios-page.tsx',
    layout: 'default',
    access: 'member',
    nav: { in: 'rail', icon: 'workflow', label: 'scenarios.title', isInBar: true },
  },
  {
    name: 'app-i-integrationId-scenario-scenarioId',
    path: 'app/i/:integrationId/scenario/:scenarioId',
    file: 'dashboard/scenarios/scenario-page.tsx',
    layout: 'default',
    access: 'member',
  },
  {
    name: 'app-i-integrationId-users',
    path: 'app/i/:integrationId/users',
    file: 'dashboard/users/users-page.tsx',
    layout: 'default',
    access: 'member',
    early: ['/api/integration/users'],
    nav: { in: 'rail', icon: 'users', label: 'users.title' },
  },
  {
    name: 'app-i-integrationId-settings',
    path: 'app/i/:integrationId/settings',
    file: 'dashboard/settings/settings-index.tsx',
    layout: 'default',
    access: 'member',
    nav: { in: 'rail', icon: 'settings', label: 'shell.settings' },
  },
  {
    name: 'app-i-integrationId-settings-general',
    path: 'app/i/:integrationId/settings/general',
    file: 'dashboard/integrations/general-page.tsx',
    layout: 'settings',
    access: 'member',
    nav: { in: 'settings', icon: 'sliders', label: 'shell.settings_general' },
  },
  {
    name: 'app-i-integrationId-settings-client',
    path: 'app/i/:integrationId/settings/client',
    file: 'dashboard/client/client-page.tsx',
    layout: 'settings',
    access: 'member',
    early: ['/api/integration/:integrationId/client'],
    nav: { in: 'settings', icon: 'message', label: 'client.title' },
  },
  {
    name: 'app-i-integrationId-settings-data-sources',
    path: 'app/i/:integrationId/settings/data-sources',
    file: 'dashboard/data-sources/data-sources-page.tsx',
    layout: 'settings',
    access: 'member',
    early: ['/api/integration/:integrationId/data-source'],
    nav: { in: 'settings', icon: 'database', label: 'shell.data_sources' },
  },
  {
    name: 'app-i-integrationId-settings-data-sources-sourceId',
    path: 'app/i/:integrationId/settings/data-sources/:sourceId',
    file: 'dashboard/data-sources/data-source-page.tsx',
    layout: 'settings',
    access: 'member',
    early: [
      '/api/integration/:integrationId/data-source/:sourceId',
      '/api/integration/:integrationId/data-source/:sourceId/item',
    ],
  },
  {
    name: 'app-i-integrationId-settings-data-sources-sourceId-itemId',
    path: 'app/i/:integrationId/settings/data-sources/:sourceId/:itemId',
    file: 'dashboard/data-sources/item-page.tsx',
    layout: 'settings',
    access: 'member',
    early: [
      '/api/integration/:integrationId/data-source/:sourceId',
      '/api/integration/:integrationId/data-source/:sourceId/item/:itemId',
    ],
  },
  {
    name: 'app-i-integrationId-settings-team',
    path: 'app/i/:integrationId/settings/team',
    file: 'dashboard/users/team-page.tsx',
    layout: 'settings',
    access: 'member',
    early: ['/api/integration/users'],
    nav: { in: 'settings', icon: 'users', label: 'shell.settings_team' },
  },
  {
    name: 'app-i-integrationId-settings-hubspot',
    path: 'app/i/:integrationId/settings/hubspot',
    file: 'dashboard/hubspot/hubspot-page.tsx',
    layout: 'settings',
    access: 'member',
    nav: { in: 'settings', icon: 'link', label: 'shell.settings_hubspot' },
  },
  {
    name: 'app-i-integrationId-settings-billing',
    path: 'app/i/:integrationId/settings/billing',
    file: 'dashboard/billing/billing-page.tsx',
    layout: 'settings',
    access: 'member',
    nav: { in: 'settings', icon: 'file', label: 'shell.settings_billing' },
  },
] as const satisfies Page[]

export type PageName = (typeof pages)[number]['name']
type PathOf<N extends PageName> = Extract<(typeof pages)[number], { name: N }>['path']
type Names<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | Names<R>
  : P extends `${string}:${infer N}`
    ? N
    : never
/** `step?` in a path may be left out. */
type Params<N extends string> = { [K in Exclude<N, `${string}?`>]: string } & {
  [K in N extends `${infer O}?` ? O : never]?: string
}
/** The parameters as an argument, where the page has any. */
export type PathArguments<N extends PageName> =
  Names<PathOf<N>> extends never
    ? []
    : Names<PathOf<N>> extends `${string}?`
      ? [Params<Names<PathOf<N>>>?]
      : [Params<Names<PathOf<N>>>]

/** The address of a page in a locale, without origin. */
export function pagePath<N extends PageName>(locale: Locale, name: N, ...rest: PathArguments<N>): string {
  const params: Record<string, string | undefined> = rest[0] ?? {}
  const path = pages.find((page) => page.name === name)?.path ?? ''
  const filled = path.replace(/:(\w+)\??/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  return `/${locale}/${filled}`.replace(/\/$/, '')
}

const pattern = (path: string) => {
  const named = path.replace(/\/:(\w+)\?/g, '(/(?<$1>[^/]+))?').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^/${named.replace('*', '(?<rest>.+?)')}/?$`, 'i')
}
const patterns = pages.map((page: Page) => ({ page, pattern: pattern(page.path) }))

export interface Place {
  page: Page
  locale: Locale | null
  /** Without those that the address leaves out. */
  params: Partial<Record<string, string>>
}
/** The page at a path, with or without its locale; null where there is none. */
export function placeOf(pathname: string): Place | null {
  const locale =
    locales.find((locale) => pathname === `/${locale}` || pathname.startsWith(`/${locale}/`)) ?? null
  const rest = locale ? pathname.slice(locale.length + 1) || '/' : pathname
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(rest)
    if (match) return { page, locale, params: { ...match.groups } }
  }
  return null
}
/** What the page at a path asks for first, its parameters filled in. */
export function earlyCalls(pathname: string): string[] {
  const place = placeOf(pathname)
  return (place?.page.early ?? []).map((url) =>
    url.replace(/:(\w+)/g, (_, key: string) => place?.params[key] ?? ''),
  )
}
/** Route name as the guards know it. */
export const routeId = (page: Page, locale: Locale) => `${page.name}___${locale}`
