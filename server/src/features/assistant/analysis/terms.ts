import { stemEnglish } from './english-stemmer.ts'
import { fold, tokens } from './fold.ts'
import type { Locale } from '@ozvi/contract'
import { readName, runsOf } from './names.ts'
import { stemSlovak } from './slovak-stemmer.ts'
import { STOP_WORDS } from './stop-words.ts'

/** Longer tokens are keys, hashes and addresses, which no one types into a chat. */
const WORD_CHARS_MAX = 40
/** Enough for the vocabulary of a large site in two languages; past it the memory starts over. */
const REMEMBERED_MAX = 200_000

const stemmers: Record<Locale, (word: string) => string> = {
  en: remembered(stemEnglish),
  sk: remembered(stemSlovak),
}

/**
 * The words that carry meaning, in reading order: folded, stop words left out. The words of a name such as
 * `requestTimeout` are followed by the name itself, so that both ways to write it are found.
 */
export function contentWords(text: string, locale: Locale): string[] {
  const stop = STOP_WORDS[locale]
  const length: string[] = []
  const keep = (word: string) => {
    const folded = fold(word.replace(/['’]s$/, '').replace(/['’]/g, ''))
    if (folded && folded.length <= WORD_CHARS_MAX && !stop.has(folded)) length.push(folded)
  }
  for (const token of tokens(text)) {
    const name = readName(token)
    for (const word of name ? [...name.parts, name.whole] : runsOf(token)) keep(word.toLowerCase())
  }
  return length
}

/** The names of several words in a text by their whole, folded as `contentWords` has them. */
export const compoundNames = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    tokens(text).flatMap((token) => {
      const name = readName(token)
      return name ? [[fold(name.whole), name.parts.map(fold)] as const] : []
    }),
  )

/** The key that a folded word shares with its other forms. */
export const stem = (word: string, locale: Locale) => stemmers[locale](word)

/** The stems of a text's content words, each once. */
export const stemSet = (text: string, locale: Locale): ReadonlySet<string> =>
  new Set(contentWords(text, locale).map((word) => stem(word, locale)))

/** Stemming is asked for the same words over and over: at indexing, and for every candidate of every question. */
function remembered(stemmer: (word: string) => string) {
  const cached = new Map<string, string>()
  return (word: string) => {
    let matched = cached.get(word)
    if (matched === undefined) {
      if (cached.size >= REMEMBERED_MAX) cached.clear()
      matched = stemmer(word)
      cached.set(word, matched)
    }
    return matched
  }
}
