import type { Locale } from '@ozvi/contract'
import type { EntryContext } from 'react-router'
import { locales } from './platform/i18n/locale.ts'

/*
 * The router in the browser gets the app's pages in one language: public pages and pages in the other language are
 * separate documents. The whole list is 1.5 KiB larger and takes a phone a tenth of a second to process.
 */

type Manifest = EntryContext['manifest']

const sharedRoutes = new Set(['root', 'unprefixed', 'unmatched'])

/** The manifest of one language, with its own URL. In development there is one manifest. */
export function appManifest(manifest: Manifest, locale: Locale): Manifest {
  const url = manifest.url.replace(/^(\/assets\/manifest-\w+)\.js$/, `$1.${locale}.js`)
  if (url === manifest.url) return manifest
  const layout = `layout-default___${locale}`
  const { routes } = manifest
  const isOfApp = (id: string | undefined): boolean =>
    id !== undefined && (id === layout || isOfApp(routes[id]?.parentId))
  const own = Object.entries(routes).filter(([id]) => sharedRoutes.has(id) || isOfApp(id))
  return { ...manifest, url, routes: Object.fromEntries(own) }
}

/** The manifest files that the build writes, by URL. */
export const appManifestFiles = (manifest: Manifest): Record<string, string> =>
  Object.fromEntries(
    locales.map((locale) => {
      const own = appManifest(manifest, locale)
      return [own.url, `window.__reactRouterManifest=${JSON.stringify(own)};`]
    }),
  )
