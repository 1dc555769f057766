import type { Locale } from '@ozvi/contract'

/** The most common languages of customers in Europe, ISO 639-1. */
export const languages = [
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fi',
  'fr',
  'ga',
  'hr',
  'hu',
  'it',
  'lt',
  'lv',
  'mt',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'tr',
  'uk',
]
const names = new Map<Locale, Intl.DisplayNames>()
/** The name of a language in another one: `Slovak`, `slovenčina`. */
export function languageName(code: string, locale: Locale): string {
  const cached = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' })
  names.set(locale, cached)
  return cached.of(code) ?? code
}
