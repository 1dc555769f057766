import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import figtreeExt from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url'
import { type ReactNode, useEffect, useState } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { buildId } from 'virtual:build'
import { lazyMessageUrls, messageUrls } from 'virtual:message-urls'
import { pageBuild } from '#platform/document/build-info.ts'
import { preHydrationClicks } from '#platform/document/pre-hydration-clicks.ts'
import { replayPreHydration } from '#platform/document/replay-pre-hydration.ts'
import { colorModeScript, colorPreferenceOf, isPreference } from '#platform/theme/color-mode.ts'
import { densityScript } from '#platform/theme/density.ts'
import { preHydrationForms } from '#ui/pre-hydration-forms.ts'
import { ToastHost } from '#ui/toast-host.tsx'
import { platformOf, timeZoneOf, timeZoneScript } from '#platform/document/client-hints.ts'
import { ClientHintsProvider } from '#platform/document/use-client-hints.tsx'
import { detectLocale } from '#platform/i18n/locale.ts'
import { useLocale } from '#platform/i18n/provider.tsx'
import { SiteScripts } from '#platform/document/island.tsx'
import { useNonce } from '#platform/document/use-nonce.ts'
import { publicConfigId } from '#platform/document/public-config.ts'
import { pageRequest, type RootData } from '#platform/session/request.ts'
import { styleId, useStyle } from '#platform/theme/style.ts'
import { pageLocationOf } from '#addresses'
import { ErrorPage } from './error-page.tsx'
import favicon from './favicon.svg?inline'

export function loader({ request, context }: LoaderFunctionArgs): RootData {
  const cookie = request.headers.get('cookie')
  const page = context.get(pageRequest)
  return {
    locale: detectLocale({
      pathname: new URL(request.url).pathname,
      cookie,
      accept_language: request.headers.get('accept-language'),
    }),
    color_preference: colorPreferenceOf(cookie),
    has_session: page.has_session,
    public_config: page.public_config,
    client_hints: {
      time_zone: timeZoneOf(cookie),
      platform: platformOf(request.headers.get('user-agent')),
      now: Date.now(),
    },
  }
}
/** Nothing here changes while a page is open. */
export const shouldRevalidate = () => false

/** What a route module can declare in `handle`. */
export interface RouteHandle {
  /** The app hydrates the whole document. Other pages are HTML with islands. */
  is_app?: boolean
  /** A page of HTML that uses more components than public pages do. */
  has_every_style?: boolean
  /** The page's own color mode, by its query. `system` is possible, but warned against. */
  forcedColorMode?: (search: URLSearchParams) => string | null
}

/** In the browser the attributes belong to the color mode, which changes them without React. */
function useThemeAttributes(handles: RouteHandle[]) {
  const data = useRouteLoaderData<typeof loader>('root')
  const { search } = useLocation()
  if (typeof document !== 'undefined') {
    const { theme, colorMode, forcedMode, density } = document.documentElement.dataset
    return {
      'data-theme': theme,
      'data-color-mode': colorMode,
      'data-forced-mode': forcedMode,
      'data-density': density,
    }
  }
  const forced = handles
    .map(({ forcedColorMode }) => forcedColorMode?.(new URLSearchParams(search)))
    .find((mode) => typeof mode === 'string' && isPreference(mode))
  const preference = data?.color_preference ?? 'system'
  const mode = forced ?? preference
  return {
    // Resolved in the browser from the operating system.
    'data-theme': mode === 'system' ? undefined : mode,
    'data-color-mode': preference,
    'data-forced-mode': forced,
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const nonce = useNonce()
  const matches = useMatches()
  // Only our own route modules write handles.
  const handles = matches.map(({ handle }) => (handle ?? {}) as RouteHandle)
  const isApp = handles.some(({ is_app }) => is_app)
  const data = useRouteLoaderData<typeof loader>('root')
  const at = pageLocationOf(useLocation().pathname)
  // Also set on sign-in, so that the first page after it has the right times.
  const needsZone = isApp || at?.page.access === 'guest'
  // Only for the first page: later ones load their messages on navigation.
  const [hasLazyMessages] = useState(at?.page.hasLazyMessages)
  useEffect(replayPreHydration, [])
  return (
    <html
      lang={locale}
      data-build={import.meta.env.SSR ? buildId : pageBuild()}
      {...useThemeAttributes(handles)}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <InlineScript
          code={
            import.meta.env.SSR
              ? [
                  colorModeScript,
                  densityScript,
                  preHydrationForms,
                  preHydrationClicks(isApp ? 'body' : '[data-island]'),
                  ...(needsZone ? [timeZoneScript] : []),
                ].join(';')
              : ''
          }
        />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={`/site.${locale}.webmanifest`} />
        <style
          id={styleId}
          // oxlint-disable-next-line react/no-danger -- our own stylesheet
          dangerouslySetInnerHTML={{
            __html: useStyle(isApp || handles.some(({ has_every_style }) => has_every_style)),
          }}
          suppressHydrationWarning
        />
        <Links nonce={nonce} />
        <link rel="preload" as="font" type="font/woff2" href={figtree} crossOrigin="anonymous" />
        {locale === 'sk' && (
          <link rel="preload" as="font" type="font/woff2" href={figtreeExt} crossOrigin="anonymous" />
        )}
        {isApp && <link rel="preload" as="fetch" href={messageUrls[locale]} crossOrigin="anonymous" />}
        {isApp && hasLazyMessages && (
          <link rel="preload" as="fetch" href={lazyMessageUrls[locale]} crossOrigin="anonymous" />
        )}
      </head>
      <body>
        {isApp && data ? (
          <ClientHintsProvider value={data.client_hints}>{children}</ClientHintsProvider>
        ) : (
          children
        )}
        <PublicConfigBlock />
        {/* Where React takes the page over, it is the app. */}
        {isApp || !import.meta.env.SSR ? <Scripts nonce={nonce} /> : <SiteScripts />}
      </body>
    </html>
  )
}

/** The installation's settings for scripts without React. `<` is escaped, so that no text can end the element. */
function PublicConfigBlock() {
  const data = useRouteLoaderData<typeof loader>('root')
  if (!data) return null
  return (
    <script
      type="application/json"
      id={publicConfigId}
      // oxlint-disable-next-line react/no-danger -- JSON of our own settings, `<` escaped
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data.public_config).replaceAll('<', '\\u003c') }}
    />
  )
}

/**
 * @param code a constant, or our own JSON with `<` escaped. It runs before hydration, so React neither compares nor
 *   includes it.
 */
function InlineScript({ code }: { code: string }) {
  const nonce = useNonce()
  return (
    // oxlint-disable-next-line react/no-danger -- see above
    <script nonce={nonce} dangerouslySetInnerHTML={{ __html: code }} suppressHydrationWarning />
  )
}

// The router requires a default export.
export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <>
      <ErrorPage error={useRouteError()} />
      <ToastHost />
    </>
  )
}
