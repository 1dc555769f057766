import type { Locale } from '@ozvi/contract'
import type { EntryContext } from 'react-router'
import { locales } from './platform/i18n/locale.ts'

/*
 * The router in the browser is given the app's own pages in one language: public pages, and those in another
 * language, are other documents. The whole list takes a phone a tenth of a second to go through.
 */

type Manifest = EntryContext['manifest']

const ofEveryApp = new Set(['root', 'unprefixed', 'unmatched'])

/** The list of a language's pages, under an address of its own. In development there is one list for all. */
export function appManifest(manifest: Manifest, locale: Locale): Manifest {
  const url = manifest.url.replace(/^(\/assets\/manifest-\w+)\.js$/, `$1.${locale}.js`)
  if (url === manifest.url) return manifest
  const layout = `layout-default___${locale}`
  const { routes } = manifest
  const isOfApp = (id: string | undefined): boolean =>
    id !== undefined && (id === layout || isOfApp(routes[id]?.parentId))
  const own = Object.entries(routes).filter(([id]) => ofEveryApp.has(id) || isOfApp(id))
  return { ...manifest, url, routes: Object.fromEntries(own) }
}

/** The files that the build has to write for that, by name. */
export const appManifestFiles = (manifest: Manifest): Record<string, string> =>
  Object.fromEntries(
    locales.map((locale) => {
      const own = appManifest(manifest, locale)
      return [own.url, `window.__reactRouterManifest=${JSON.stringify(own)};`]
    }),
  )
