import type { Locale } from '@ozvi/contract'
import { localeCookieLine, pathInLocale } from './locale.ts'

/** Another language is a new document, because its messages come with it. */
export function openInLocale(locale: Locale) {
  document.cookie = localeCookieLine(locale)
  location.assign(pathInLocale(location.pathname, locale) + location.search)
}
