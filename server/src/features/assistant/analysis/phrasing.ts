import { type Locale, locales } from '@ozvi/contract'
import { fold, words } from './fold.ts'
import { SAYINGS } from './sayings.ts'
import { stem } from './terms.ts'

/** A saying that occurs in a question, and what pages write instead. */
export interface Rephrased {
  /** The words of the saying, folded. */
  said: readonly string[]
  written: readonly string[]
}

interface Entry extends Rephrased {
  stems: readonly string[]
}
const wordsOf = (text: string) => words(text).map((word) => fold(word.replace(/['’]/g, '')))
const cached = Object.fromEntries(locales.map((locale) => [locale, readSayings(locale)])) as Record<
  Locale,
  ReadonlyMap<string, Entry[]>
>

function readSayings(locale: Locale): ReadonlyMap<string, Entry[]> {
  const entries = SAYINGS[locale]
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [sayings = '', written = ''] = line.split(':')
      return sayings.split(',').map((saying): Entry => {
        const words = wordsOf(saying)
        return {
          said: words,
          stems: words.map((word) => stem(word, locale)),
          written: written.trim().split(' '),
        }
      })
    })
  return Map.groupBy(entries, ({ stems: [first = ''] }) => first)
}

/** Finds the phrases of the list in a text, in any form. */
export function rephrase(text: string, locale: Locale): Rephrased[] {
  const words = wordsOf(text)
  const stems = words.map((word) => stem(word, locale))
  return stems.flatMap((first, index) =>
    (cached[locale].get(first) ?? []).filter(({ stems: sayingStems }) =>
      sayingStems.every((each, offset) => stems[index + offset] === each),
    ),
  )
}
