import type { Translator } from '#platform/i18n/translator.ts'
import { logError } from '#platform/log.ts'

/** Replaces a public page by the error page, as the error boundary of the app does. */
export function showErrorPage(error: unknown, translator: Translator) {
  import('./mount-error-page.tsx')
    .then(({ mountErrorPage }) => mountErrorPage(error, translator))
    .catch((cause: unknown) => logError('Failed to show the error page', cause))
}
