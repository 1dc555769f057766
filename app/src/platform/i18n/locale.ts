import type { Locale } from '@ozvi/contract'
import { acceptedLocale, intlLocales, isLocale } from '@ozvi/contract/intl-locales'

export const defaultLocale: Locale = 'en'
const localeCookie = 'locale'
const localeCookieMaxAge_s = 365 * 24 * 60 * 60

/** Every locale. Not taken from the contract's schema: public pages load no validator. */
export const locales = Object.keys(intlLocales).filter(isLocale)

export const localeOfPath = (pathname: string): Locale | null => {
  const first = pathname.split('/')[1] ?? ''
  return isLocale(first) ? first : null
}
/** The path of a page in another language. */
export const pathInLocale = (pathname: string, locale: Locale): string =>
  localeOfPath(pathname) ? pathname.replace(/^\/[^/]+/, `/${locale}`) : `/${locale}${pathname}`

/** @param cookie as in the `Cookie` header or `document.cookie` */
export function localeOfCookie(cookie: string | null): Locale | null {
  const value = /(?:^|;\s*)locale=(\w+)/.exec(cookie ?? '')?.[1] ?? ''
  return isLocale(value) ? value : null
}
/** Route, then cookie, then browser, then English. */
export function detectLocale(signals: {
  pathname?: string
  cookie?: string | null
  accept_language?: string | null
}): Locale {
  return (
    localeOfPath(signals.pathname ?? '') ??
    localeOfCookie(signals.cookie ?? null) ??
    acceptedLocale(signals.accept_language ?? '') ??
    defaultLocale
  )
}
export const localeCookieLine = (locale: Locale) =>
  `${localeCookie}=${locale}; path=/; max-age=${localeCookieMaxAge_s}; samesite=lax`
