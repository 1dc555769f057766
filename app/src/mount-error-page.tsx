import { createRoot } from 'react-dom/client'
import { TranslatorProvider } from '#platform/i18n/provider.tsx'
import type { Translator } from '#platform/i18n/translator.ts'
import { ErrorPage } from './error-page.tsx'

export function mountErrorPage(error: unknown, translator: Translator) {
  const element = document.createElement('div')
  document.body.replaceChildren(element)
  // The error page has its own.
  document.querySelector('title')?.remove()
  createRoot(element).render(
    <TranslatorProvider value={translator}>
      <ErrorPage error={error} />
    </TranslatorProvider>,
  )
}
