import type { Messages } from '@lingui/core'
import { hydrateRoot } from 'react-dom/client'
import { connectBrowser } from './connect.ts'
import { defaultLocale, localeOfPath } from './i18n/locale.ts'
import { TranslatorProvider } from './i18n/provider.tsx'
import { createTranslator } from './i18n/translator.ts'
import type { IslandKind } from './island.tsx'

/** Modules of islands by their path, as `import.meta.glob` finds them from `src`. */
export type IslandModules = Record<string, () => Promise<{ island: IslandKind<object> }>>

/** Wakes the islands of a page that a selector picks, each with the props the server rendered it with. */
export async function hydrate(modules: IslandModules, selector: string) {
  const locale = localeOfPath(location.pathname) ?? defaultLocale
  const text = document.getElementById('messages')?.textContent ?? '{}'
  // Written by `SiteScripts` from the dictionary.
  const translator = createTranslator(locale, JSON.parse(text) as Messages)
  connectBrowser(locale)
  await Promise.all(
    [...document.querySelectorAll<HTMLElement>(selector)].map(async (element) => {
      const module = await modules[`./${element.dataset.island}`]?.()
      if (!module) throw new Error(`No island ${element.dataset.island}`)
      const { component: Component } = module.island
      // Written by `Island` from the very props of this component.
      const props = JSON.parse(element.dataset.props ?? '{}') as object
      hydrateRoot(
        element,
        <TranslatorProvider value={translator}>
          <Component {...props} />
        </TranslatorProvider>,
      )
    }),
  )
}
