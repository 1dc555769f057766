import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { pageHeaders } from '#platform/calls/page-headers.ts'
import { createQueryClient } from '#platform/calls/query-client.ts'
import { renderAs } from '#platform/calls/server-calls.server.ts'
import { serverCache } from '#platform/calls/server-cache.ts'
import { timeZoneOf } from '#platform/document/client-hints.ts'
import {
  detectLocale,
  localeCookieLine,
  localeOfCookie,
  localeOfPath,
  locales,
} from '#platform/i18n/locale.ts'
import { type PageRequest, pageRequest } from '#platform/session/request.ts'
import { pageLocationOf } from '#addresses'
import { appManifestFiles } from './app-manifest.ts'
import { publicPaths } from './site/seo/public-paths.server.ts'

export { buildId } from 'virtual:build'
export type { PageRequest, PublicConfig } from '#platform/session/request.ts'
export { quotablePages } from './site/quotable-pages.server.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)

/**
 * Renders the page (or answers the data request) at `request.url`.
 *
 * @returns HTML with its status; 302 for paths without a locale. Sets the locale cookie but no security
 * headers: those, with the nonce, are the server's.
 */
export async function renderPage(request: Request, page: PageRequest): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(pageRequest, page)
  context.set(serverCache, createQueryClient())
  const { read } = page
  const { pathname } = new URL(request.url)
  const cookie = request.headers.get('cookie')
  const locale = detectLocale({ pathname, cookie, accept_language: request.headers.get('accept-language') })
  const render = () => handle(request, context)
  const headers = pageHeaders(pathname, locale)
  // Pages that are the same for everyone have no reader.
  const response = read
    ? await renderAs({ read: (url: string) => read(url, headers), time_zone: timeZoneOf(cookie) }, render)
    : await render()
  // Also with a redirect: guards lead to paths without a locale.
  if (localeOfPath(pathname) && localeOfCookie(cookie) !== locale)
    response.headers.append('set-cookie', localeCookieLine(locale))
  return response
}

/** Paths of pages that are the same for everyone, in every language. */
export const prerenderedPaths = (): string[] =>
  locales.flatMap((locale) =>
    publicPaths()
      .map((path) => `/${locale}${path}`)
      .filter((path) => pageLocationOf(path)?.page.isPrerendered),
  )

/** Scripts that are generated from the finished build: their sources by URL. */
export const generatedFiles = () => appManifestFiles(build.assets)
