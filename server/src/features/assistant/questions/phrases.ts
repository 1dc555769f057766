/*
 * Phrases matched word by word. `(a|b c) (x)? (y|z)* (w*)` means: `a`, or `b` and `c`; then optionally `x`;
 * then any number of `y` and `z`; then a word that starts with `w`. All positions of a text are tried together,
 * so matching takes linear time for any text.
 */

interface Slot {
  /** The words of each alternative by the first of them. */
  byFirst: ReadonlyMap<string, string[][]>
  /** Beginnings of words, of alternatives that end with `*`. */
  beginnings: readonly string[]
  isOptional: boolean
  repeats: boolean
}
export type Phrase = readonly Slot[]

const slotsOf = /\(([^()]*)\)([?*]?)|(\S+)/g

function readSlot([, group, mark, word = '']: RegExpMatchArray): Slot {
  const alternatives = (group ?? word).split('|')
  const isBeginning = (alternative: string) => alternative.endsWith('*')
  const whole = alternatives.filter((alternative) => !isBeginning(alternative))
  return {
    byFirst: Map.groupBy(
      whole.map((alternative) => alternative.split(' ')),
      ([first = '']) => first,
    ),
    beginnings: alternatives.filter(isBeginning).map((alternative) => alternative.slice(0, -1)),
    isOptional: mark === '?' || mark === '*',
    repeats: mark === '*',
  }
}

/** Reads one phrase per line. */
export const readPhrases = (list: string): Phrase[] =>
  list
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => [...line.matchAll(slotsOf)].map(readSlot))

/** Returns the position after each alternative that matches at `position`. */
function endsOf({ byFirst, beginnings }: Slot, words: readonly string[], position: number): number[] {
  const word = words[position]
  if (word === undefined) return []
  const whole = byFirst
    .get(word)
    ?.filter((alternative) => alternative.every((wanted, offset) => words[position + offset] === wanted))
  const ends = whole?.map(({ length }) => position + length) ?? []
  return beginnings.some((prefix) => word.startsWith(prefix)) ? [...ends, position + 1] : ends
}

/** Positions where the phrase can end if it begins at one of `starts`. */
function placesAfter(phrase: Phrase, words: readonly string[], starts: Iterable<number>): Set<number> {
  let reached = new Set(starts)
  for (const slot of phrase) {
    const next = new Set(slot.isOptional ? reached : [])
    // Iterating a set includes values added on the way, each once.
    const from = slot.repeats ? new Set(reached) : reached
    for (const position of from)
      for (const end of endsOf(slot, words, position)) {
        next.add(end)
        if (slot.repeats) from.add(end)
      }
    reached = next
  }
  return reached
}

/** Whether one of the phrases occurs anywhere in these words. */
export const includesPhrase = (phrases: readonly Phrase[], words: readonly string[]): boolean =>
  phrases.some((phrase) => placesAfter(phrase, words, words.keys()).size > 0)

/** Whether these words are one of the phrases and nothing else. */
export const isPhrase = (phrases: readonly Phrase[], words: readonly string[]): boolean =>
  phrases.some((phrase) => placesAfter(phrase, words, [0]).has(words.length))
