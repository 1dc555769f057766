import type { Locale } from '@ozvi/contract'
import { openInLocale } from '#platform/i18n/open-in-locale.ts'
import { logError } from '#platform/log.ts'

/** Changes the language of the user's emails and of the page. The page changes even if the request fails. */
export async function switchLocale(locale: Locale) {
  try {
    const { saveLocale } = await import('./save-locale.ts')
    await saveLocale(locale)
  } catch (error) {
    logError('Failed to save the language of emails', error)
  }
  openInLocale(locale)
}
