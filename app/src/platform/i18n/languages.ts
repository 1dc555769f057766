import type { Locale } from '@ozvi/contract'

/** What each language calls itself. */
export const languageNames: Record<Locale, string> = { en: 'English', sk: 'Slovenčina' }
/** To choose the language of a page; “Slovenčina” alone would make every English page load the font's second file. */
export const pageLanguages: Record<Locale, string> = { en: 'English', sk: 'Slovensky' }
