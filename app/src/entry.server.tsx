import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { dictionaries } from 'virtual:messages'
import appStyle from './app.css?inline'
import siteStyle from './site.css?inline'
import { detectLocale, localeCookieLine, localeOfCookie, localeOfPath } from '#platform/i18n/locale.ts'
import { TranslatorProvider } from '#platform/i18n/provider.tsx'
import { createTranslator } from '#platform/i18n/translator.ts'
import { pageRequest } from '#platform/request.ts'
import { StyleContext } from '#platform/style.ts'
import { NonceContext } from '#platform/nonce.ts'
import { IslandsProvider } from '#platform/island.tsx'

const styles = { app: appStyle, site: siteStyle }
const translators = {
  en: createTranslator('en', dictionaries.en),
  sk: createTranslator('sk', dictionaries.sk),
}

// The router's build asks for a default export.
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const { nonce, log_error } = context.get(pageRequest)
  const cookie = request.headers.get('cookie')
  const { pathname } = new URL(request.url)
  const locale = detectLocale({ pathname, cookie, accept_language: request.headers.get('accept-language') })
  headers.set('content-type', 'text/html; charset=utf-8')
  if (localeOfPath(pathname) && localeOfCookie(cookie) !== locale) {
    headers.append('set-cookie', localeCookieLine(locale))
  }
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <StyleContext value={styles}>
        <TranslatorProvider value={translators[locale]}>
          <IslandsProvider dictionary={dictionaries[locale]}>
            <ServerRouter context={entry} url={request.url} nonce={nonce} />
          </IslandsProvider>
        </TranslatorProvider>
      </StyleContext>
    </NonceContext>,
    { nonce, signal: request.signal, onError: (error) => log_error(error, 'A page failed to render') },
  )
  // Pages are small and have their data before they render, so whole is as fast as in pieces.
  await body.allReady
  return new Response(body, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pageRequest).log_error(error, 'A page failed to load')
}
