import { stemEnglish } from './english-stemmer.ts'
import { fold, words } from './fold.ts'
import type { Locale } from '@ozvi/contract'
import { stemSlovak } from './slovak-stemmer.ts'
import { STOP_WORDS } from './stop-words.ts'

/** Longer ones are keys, hashes and addresses: nobody types them into a chat. */
const WORD_CHARS_MAX = 40
/** Enough for the vocabulary of a large site in two languages; past it the memory starts over. */
const REMEMBERED_MAX = 200_000

const stemmers: Record<Locale, (word: string) => string> = {
  en: remembered(stemEnglish),
  sk: remembered(stemSlovak),
}

/** The words that carry meaning, in reading order: folded, stop words left out. */
export function contentWords(text: string, locale: Locale): string[] {
  const stop = STOP_WORDS[locale]
  const kept: string[] = []
  for (const word of words(text)) {
    const folded = fold(word.replace(/['’]s$/, '').replace(/['’]/g, ''))
    if (folded && folded.length <= WORD_CHARS_MAX && !stop.has(folded)) kept.push(folded)
  }
  return kept
}

/** The key that a folded word shares with its other forms. */
export const stem = (word: string, locale: Locale) => stemmers[locale](word)

/** The stems of a text's content words, each once. */
export const stemSet = (text: string, locale: Locale): ReadonlySet<string> =>
  new Set(contentWords(text, locale).map((word) => stem(word, locale)))

/** Stemming is asked for the same words over and over: at indexing, and for every candidate of every question. */
function remembered(stemmer: (word: string) => string) {
  const known = new Map<string, string>()
  return (word: string) => {
    let found = known.get(word)
    if (found === undefined) {
      if (known.size >= REMEMBERED_MAX) known.clear()
      found = stemmer(word)
      known.set(word, found)
    }
    return found
  }
}
