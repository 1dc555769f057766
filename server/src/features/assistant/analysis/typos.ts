import { editDistance } from '#platform/edit-distance.ts'

/** Shorter words are too close to other words. */
const CHARS_MIN = 5
/** From this length on, a word can have two typos: `passport` is no `password`. */
const TWO_TYPOS_CHARS_MIN = 10

/** The known word that a word is a typo of; the more frequent one if several are equally close. */
export function correctionOf(
  word: string,
  known: readonly { term: string; frequency: number }[],
): string | undefined {
  if (word.length < CHARS_MIN || /\d/.test(word)) return undefined
  const typos_max = word.length >= TWO_TYPOS_CHARS_MIN ? 2 : 1
  let best: { term: string; typos: number; frequency: number } | undefined
  for (const { term, frequency } of known) {
    if (Math.abs(term.length - word.length) > typos_max) continue
    const typos = editDistance(word, term)
    const isBetter = !best || typos < best.typos || (typos === best.typos && frequency > best.frequency)
    if (typos <= typos_max && isBetter) best = { term, typos, frequency }
  }
  return best?.term
}

/**
 * Prefixes that a word has without a typo in its first letters: a letter doubled, a double letter typed once, or
 * two letters swapped. Other typos there would match too many other words.
 *
 * @param chars the length of the prefixes
 */
export function correctedPrefixes(word: string, chars: number): string[] {
  if (word.length < CHARS_MIN || /\d/.test(word)) return []
  const all: string[] = []
  for (let index = 0; index < chars; index++) {
    const [before, own, next, after] = [
      word.slice(0, index),
      word.charAt(index),
      word.charAt(index + 1),
      word.slice(index + 2),
    ]
    all.push(
      before + own + own + next + after,
      own === next ? before + own + after : before + next + own + after,
    )
  }
  const prefixes = new Set(all.map((each) => each.slice(0, chars)))
  prefixes.delete(word.slice(0, chars))
  return [...prefixes]
}
