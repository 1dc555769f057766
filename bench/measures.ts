/** Document id → how relevant it is, 1 or more. */
export type Grades = ReadonlyMap<string, number>

/**
 * Normalised discounted cumulative gain of the first `depth` ids, with linear gain as trec_eval counts it: 1 when
 * the best documents stand first, 0 when none of them is there.
 */
export function ndcg(ids: readonly string[], grades: Grades, depth = 10): number {
  const gain = (all: number[]) =>
    all.slice(0, depth).reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0)
  const best = gain([...grades.values()].toSorted((a, b) => b - a))
  return best === 0 ? 0 : gain([...new Set(ids)].map((id) => grades.get(id) ?? 0)) / best
}

const flat = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** Whether a quote stands word for word in a document; pieces joined by `…` each have to. */
export function isVerbatim(quote: string, document: { title: string; text: string }): boolean {
  const text = flat(`${document.title} ${document.text}`)
  const pieces = quote.split('…').map(flat).filter(Boolean)
  return pieces.length > 0 && pieces.every((piece) => text.includes(piece))
}
