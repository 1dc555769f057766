import { type Locale, locales } from '@ozvi/contract'
import { words } from './fold.ts'

const SLOVAK_LETTERS = /[ľĺŕťďňčšžôäáéíóúý]/i

/** Short words that tell the two languages apart in text without diacritics. */
const FUNCTION_WORDS: Record<Locale, ReadonlySet<string>> = {
  sk: new Set(
    `ako sa na je som mi co kde kedy preco ktory ktore nie uz ked mozem chcem pre alebo aj len su bude ich moj
    moja moje vas nam ste sme kolko prosim neviem nejde mam ma do za pri od zo`.split(/\s+/),
  ),
  en: new Set(
    `the is are how do does what where when why can my your i to of and for with in on it not you`.split(
      /\s+/,
    ),
  ),
}

/** The language a text seems to be in: diacritics decide, then function words, then `fallback`. */
export function detectLocale(text: string, fallback: Locale): Locale {
  if (SLOVAK_LETTERS.test(text)) return 'sk'
  const matched = { en: 0, sk: 0 }
  for (const word of words(text))
    for (const locale of locales) if (FUNCTION_WORDS[locale].has(word)) matched[locale]++
  if (matched.sk === matched.en) return fallback
  return matched.sk > matched.en ? 'sk' : 'en'
}
