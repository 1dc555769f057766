/** Document id → relevance, 1 or more. */
export type Grades = ReadonlyMap<string, number>

/**
 * Normalized discounted cumulative gain of the first `depth` ids, with linear gain as in trec_eval: 1 if the
 * best documents come first, 0 if none is included.
 */
export function ndcg(ids: readonly string[], grades: Grades, depth = 10): number {
  const gain = (all: number[]) =>
    all.slice(0, depth).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
  const best = gain([...grades.values()].toSorted((a, b) => b - a))
  return best === 0 ? 0 : gain([...new Set(ids)].map((id) => grades.get(id) ?? 0)) / best
}

const flat = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** Whether a quote is verbatim in a document; with `…`, whether each part is. */
export function isVerbatim(quote: string, document: { title: string; text: string }): boolean {
  const text = flat(`${document.title} ${document.text}`)
  const pieces = quote.split('…').map(flat).filter(Boolean)
  return pieces.length > 0 && pieces.every((piece) => text.includes(piece))
}

const wordsOf = (text: string) =>
  ` ${
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `

/** Whether a text contains one of the phrases; ignores case, punctuation and formatting. */
export const holdsWords = (text: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => wordsOf(text).includes(wordsOf(phrase)))

/** How often a number of the first kind is higher than one of the second: 1 always, 0.5 by chance. */
export function areaUnderCurve(positive: readonly number[], negative: readonly number[]): number {
  const wins = positive.flatMap((high) => negative.map((low) => (high > low ? 1 : high === low ? 0.5 : 0)))
  return wins.length ? wins.reduce<number>((sum, win) => sum + win, 0) / wins.length : 0
}
