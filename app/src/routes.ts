import type { Locale } from '@ozvi/contract'
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { routeId } from './addresses.ts'
import { type Page, pages } from './pages.ts'
import { locales } from './platform/i18n/locale.ts'

const all: readonly Page[] = pages

/** Case-sensitive as the locale, the guards and the canonical URL are: `/SK/blog` is no page. */
const pageRoute = (page: Page, locale: Locale) =>
  route(`${locale}/${page.path}`, page.file, { id: routeId(page, locale), caseSensitive: true })

const localized = locales.flatMap((locale): RouteConfigEntry[] => {
  const pagesWith = (kind: Page['layout']) =>
    all.filter((page) => page.layout === kind).map((page) => pageRoute(page, locale))
  return [
    layout('site/site-layout.tsx', { id: `layout-site___${locale}` }, pagesWith('site')),
    layout('dashboard/shell/default-layout.tsx', { id: `layout-default___${locale}` }, [
      ...pagesWith('default'),
      layout(
        'dashboard/conversations/layout/inbox-layout.tsx',
        { id: `layout-inbox___${locale}` },
        pagesWith('inbox'),
      ),
      layout(
        'dashboard/settings/settings-layout.tsx',
        { id: `layout-settings___${locale}` },
        pagesWith('settings'),
      ),
    ]),
    ...pagesWith('none'),
    route(`${locale}/blog/rss.xml`, 'site/blog/rss.ts', { id: `blog-rss___${locale}` }),
    route(`${locale}/documentation/search.json`, 'site/documentation/search-json.ts', {
      id: `documentation-search-json___${locale}`,
    }),
  ]
})

// The router requires a default export.
export default [
  ...localized,
  route('sitemap.xml', 'site/seo/sitemap.ts'),
  route('robots.txt', 'site/seo/robots.ts'),
  route('og/*', 'site/seo/open-graph-picture.ts'),
  index('unmatched.tsx', { id: 'unprefixed' }),
  route('*', 'unmatched.tsx', { id: 'unmatched' }),
] satisfies RouteConfig
