/**
 * All substrings of `size` letters of a word padded with one space on each side, so that its start and end
 * differ from its middle. A word that is too short is its own gram.
 */
export function grams(word: string, size = 4): string[] {
  const padded = ` ${word} `
  if (padded.length <= size) return [padded]
  const runs: string[] = []
  for (let start = 0; start + size <= padded.length; start++) runs.push(padded.slice(start, start + size))
  return runs
}

/** Share of trigrams that two words have in common, 0 to 1 (Dice). Tolerates inflection and typos. */
export function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>) {
  let shared = 0
  for (const gram of left) if (right.has(gram)) shared++
  return (2 * shared) / (left.size + right.size)
}

/** The trigrams that `similarity` compares. */
export const trigrams = (word: string): ReadonlySet<string> => new Set(grams(word, 3))
