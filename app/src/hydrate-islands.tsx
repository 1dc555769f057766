import type { Messages } from '@lingui/core'
import { hydrateRoot } from 'react-dom/client'
import { connectBrowser } from '#platform/connect.ts'
import { localeOfPath, defaultLocale } from '#platform/i18n/locale.ts'
import { TranslatorProvider } from '#platform/i18n/provider.tsx'
import { createTranslator } from '#platform/i18n/translator.ts'
import type { IslandKind } from '#platform/island.tsx'

const modules = import.meta.glob<{ island: IslandKind<object> }>('./site/**/*-island.tsx')

/** Wakes every island of the page, each with the props the server rendered it with. */
export async function hydrateIslands() {
  const locale = localeOfPath(location.pathname) ?? defaultLocale
  const text = document.getElementById('messages')?.textContent ?? '{}'
  // Written by `SiteScripts` from the dictionary.
  const translator = createTranslator(locale, JSON.parse(text) as Messages)
  connectBrowser(locale)
  await Promise.all(
    [...document.querySelectorAll<HTMLElement>('[data-island]')].map(async (element) => {
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
