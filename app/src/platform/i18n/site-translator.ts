import { fetchDictionary } from './load.ts'
import { defaultLocale, localeOfPath } from './locale.ts'
import { pageMessages } from './page-messages.ts'
import { createTranslator, type Translator } from './translator.ts'

/** Translates errors on a public page, with or without islands. */
export async function siteTranslator(): Promise<Translator> {
  const locale = localeOfPath(location.pathname) ?? defaultLocale
  const messages = pageMessages()
  return createTranslator(locale, 'errors.user_fetch' in messages ? messages : await fetchDictionary(locale))
}
