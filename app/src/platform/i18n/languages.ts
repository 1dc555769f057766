import type { Locale } from '@ozvi/contract'

/** Native names of the languages. */
export const languageNames: Record<Locale, string> = { en: 'English', sk: 'Slovenčina' }
/** For the language menu; “Slovenčina” would make every English page load the font's second file. */
export const pageLanguages: Record<Locale, string> = { en: 'English', sk: 'Slovensky' }
