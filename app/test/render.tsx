import type { Locale } from '@ozvi/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { createRoutesStub } from 'react-router'
import { dictionaries } from 'virtual:messages'
import { setAppTranslator } from '#platform/i18n/app-translator.ts'
import { TranslatorProvider } from '#platform/i18n/provider.tsx'
import { createTranslator } from '#platform/i18n/translator.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { sessionQuery, SignedIn } from '#platform/session/session.tsx'
import { OverlayHost } from '#ui/overlays.tsx'
import { ToastHost } from '#ui/toast-host.tsx'
import { TooltipProvider } from '#ui/tooltip.tsx'
import { eva, rootData } from './fixtures.ts'

export const translators = {
  en: createTranslator('en', dictionaries.en),
  sk: createTranslator('sk', dictionaries.sk),
}

/** Any component that needs only messages. */
export function show(node: ReactNode, locale: Locale = 'en') {
  setAppTranslator(translators[locale])
  return render(<TranslatorProvider value={translators[locale]}>{node}</TranslatorProvider>)
}

/** A page at its URL, with the root's data, Eva signed in, and the app's providers. */
export function showPage(
  Page: ComponentType,
  { path, at, user = eva, locale = 'en' }: { path: string; at: string; user?: typeof eva; locale?: Locale },
) {
  setAppTranslator(translators[locale])
  queryClient.setQueryData(sessionQuery.queryKey, { user, is_unverified: false })
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      // Rendered again by a page that navigates to another one.
      loader: () => rootData,
      children: [
        { path, Component: Page, ErrorBoundary: () => <p>Error page</p> },
        { path: '*', Component: () => <p>Another page</p> },
      ],
    },
  ])
  return render(
    <TranslatorProvider value={translators[locale]}>
      <QueryClientProvider client={queryClient}>
        <SignedIn>
          <TooltipProvider>
            <Suspense fallback={<p>Waiting</p>}>
              <Stub initialEntries={[at]} hydrationData={{ loaderData: { root: rootData } }} />
            </Suspense>
            <OverlayHost />
            <ToastHost />
          </TooltipProvider>
        </SignedIn>
      </QueryClientProvider>
    </TranslatorProvider>,
  )
}
