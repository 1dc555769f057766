import { Component, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { connectBrowser } from '../calls/connect.ts'
import { defaultLocale, localeOfPath } from '../i18n/locale.ts'
import { TranslatorProvider } from '../i18n/provider.tsx'
import { pageMessages } from '../i18n/page-messages.ts'
import { createTranslator, type Translator } from '../i18n/translator.ts'
import { replayPreHydrationClick } from './pre-hydration-clicks.ts'
import { reportPreHydrationInput, typedFields } from './pre-hydration-input.ts'
import type { IslandKind } from './island.tsx'

/** Island modules by path, as `import.meta.glob` finds them from `src`. */
export type IslandModules = Record<string, () => Promise<{ island: IslandKind<object> }>>

/** Replaces the page by the error page. */
type ShowError = (error: unknown, translator: Translator) => void

class IslandBoundary extends Component<{ onError: (error: unknown) => void; children: ReactNode }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }
  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

/**
 * Hydrates the islands that match a selector, each with the props from the server. An error in an island is
 * an error of the page.
 */
export async function hydrate(modules: IslandModules, selector: string, showError: ShowError) {
  const locale = localeOfPath(location.pathname) ?? defaultLocale
  const translator = createTranslator(locale, pageMessages())
  connectBrowser(locale)
  await Promise.all(
    [...document.querySelectorAll<HTMLElement>(selector)].map(async (element) => {
      const module = await modules[`./${element.dataset.island}`]?.()
      if (!module) throw new Error(`Unknown island ${element.dataset.island}`)
      const { component: Island } = module.island
      // `Island` serialized the props of this component.
      const props = JSON.parse(element.dataset.props ?? '{}') as object
      const typed = typedFields(element)
      hydrateRoot(
        element,
        <TranslatorProvider value={translator}>
          <IslandBoundary onError={(error) => showError(error, translator)}>
            <Island {...props} />
          </IslandBoundary>
        </TranslatorProvider>,
      )
      reportPreHydrationInput(typed)
    }),
  )
  replayPreHydrationClick()
}
