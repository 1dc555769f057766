import type { Locale } from '@ozvi/contract'
import { contentWords, stem } from './terms.ts'
import { fold, words } from './fold.ts'

/** Words that negate or undo a word that follows within `reach`; folded. */
const negating: Record<Locale, ReadonlySet<string>> = {
  en: new Set('without no not remove removing undo reverse cancel lift'.split(' ')),
  sk: new Set('bez nie zrusit zrus zrusim odstranit zrusenie odstranenie'.split(' ')),
}
const prefixes: Record<Locale, readonly string[]> = { en: ['un', 'non'], sk: ['ne', 'bez', 'od'] }
const reach = 3

/** A stem that a text negates, and stems of single words that pages write instead. */
export interface Opposite {
  meant: string
  stems: readonly string[]
}

/** Finds negated words that pages may write as one: "without formatting" as "unformatted". */
export function oppositesIn(text: string, locale: Locale): Opposite[] {
  const all = words(text).map(fold)
  const negated = new Set(
    all.flatMap((word, index) => (negating[locale].has(word) ? all.slice(index + 1, index + 1 + reach) : [])),
  )
  return contentWords(text, locale)
    .filter((word) => negated.has(word))
    .map((word) => {
      const meant = stem(word, locale)
      return { meant, stems: prefixes[locale].map((prefix) => prefix + meant) }
    })
}
