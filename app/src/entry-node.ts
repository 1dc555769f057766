import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { locales } from '#platform/i18n/locale.ts'
import { type PageRequest, pageRequest } from '#platform/session/request.ts'
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
export function renderPage(request: Request, page: PageRequest): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(pageRequest, page)
  return handle(request, context)
}

/** Files of scripts that are made of the finished build: their sources, by address. */
export const madeFiles = () => appManifestFiles(build.assets)

/** Paths of pages that are the same for everyone, in every language. */
export const prerenderedPaths = (): string[] =>
  locales.flatMap((locale) => publicPaths().map((path) => `/${locale}${path}`))
