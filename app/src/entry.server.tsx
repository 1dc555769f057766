import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { dictionaries } from 'virtual:messages'
import { appManifest } from './app-manifest.ts'
import appStyle from './app.css?inline'
import siteStyle from './site.css?inline'
import { pageLocationOf } from '#addresses'
import { detectLocale } from '#platform/i18n/locale.ts'
import { TranslatorProvider } from '#platform/i18n/provider.tsx'
import { createTranslator } from '#platform/i18n/translator.ts'
import { pageRequest } from '#platform/session/request.ts'
import { StyleContext } from '#platform/theme/style.ts'
import { NonceContext } from '#platform/document/use-nonce.ts'
import { IslandsProvider } from '#platform/document/island.tsx'

const styles = { app: appStyle, site: siteStyle }
const translators = {
  en: createTranslator('en', dictionaries.en),
  sk: createTranslator('sk', dictionaries.sk),
}

// The router's build requires a default export.
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const { nonce, log_error, log_error_page } = context.get(pageRequest)
  const cookie = request.headers.get('cookie')
  const { pathname } = new URL(request.url)
  const locale = detectLocale({ pathname, cookie, accept_language: request.headers.get('accept-language') })
  headers.set('content-type', 'text/html; charset=utf-8')
  // Error pages of public pages run no script that could log the error. Other errors go to `handleError`.
  for (const error of Object.values(entry.staticHandlerContext.errors ?? {}))
    if (isRouteErrorResponse(error)) log_error_page(error.status, String(error.data))
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const isApp = pageLocationOf(pathname)?.page.path.startsWith('app') ?? false
  // The router takes a route without loader data for one that is still loading, and leaves it out.
  const { loaderData, matches } = entry.staticHandlerContext
  for (const { route } of matches) {
    if (!entry.routeModules[route.id]?.clientLoader) loaderData[route.id] ??= null
  }
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <StyleContext value={styles}>
        <TranslatorProvider value={translators[locale]}>
          <IslandsProvider dictionary={dictionaries[locale]}>
            <ServerRouter
              context={isApp ? { ...entry, manifest: appManifest(entry.manifest, locale) } : entry}
              url={request.url}
              nonce={nonce}
            />
          </IslandsProvider>
        </TranslatorProvider>
      </StyleContext>
    </NonceContext>,
    {
      nonce,
      signal: request.signal,
      // Without streaming: parts sent separately need scripts to be put in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        // A disconnected client doesn't matter.
        if (!request.signal.aborted) log_error(error, 'A page failed to render')
      },
    },
  )
  // Pages are small and have their data before they render, so streaming wouldn't be faster.
  await body.allReady
  return new Response(body, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pageRequest).log_error(error, 'A page failed to load')
}
