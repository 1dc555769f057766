import { createRoot } from 'react-dom/client'
import { TranslatorProvider } from '#platform/i18n/provider.tsx'
import type { Translator } from '#platform/i18n/translator.ts'
import { Toaster } from './toaster.tsx'

/** Adds the toast region to a page outside the app. */
export function mountToasts(translator: Translator) {
  const element = document.createElement('div')
  document.body.append(element)
  createRoot(element).render(
    <TranslatorProvider value={translator}>
      <Toaster />
    </TranslatorProvider>,
  )
}
