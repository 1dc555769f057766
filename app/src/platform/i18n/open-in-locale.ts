import type { Locale } from '@ozvi/contract'
import { localeCookieLine, pathInLocale } from './locale.ts'

/** The same page in another language is another document: its words come with it. */
export function openInLocale(locale: Locale) {
  document.cookie = localeCookieLine(locale)
  location.assign(pathInLocale(location.pathname, locale) + location.search)
}
