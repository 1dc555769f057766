import type { Locale } from '@ozvi/contract'
import { defaultLocale, localeOfPath } from '#platform/i18n/locale.ts'

/** Locale and path without it, from a request. */
export function addressOf(request: Request): { locale: Locale; path: string } {
  // React Router requests the data of a page at its URL followed by `.data`.
  const pathname = new URL(request.url).pathname.replace(/\.data$/, '').replace(/\/$/, '')
  const locale = localeOfPath(pathname)
  return { locale: locale ?? defaultLocale, path: locale ? pathname.slice(locale.length + 1) : pathname }
}
