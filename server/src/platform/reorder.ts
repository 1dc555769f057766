/** @returns the list with the named items reordered among the positions they occupy */
export function applyOrder<T extends { id: string }>(list: readonly T[], ids: readonly string[]): T[] {
  const ranks = new Map(ids.map((id, rank) => [id, rank]))
  const rank = ({ id }: T) => ranks.get(id) ?? -1
  const ranked = list.filter((one) => rank(one) >= 0).toSorted((a, b) => rank(a) - rank(b))
  return list.map((one) => (rank(one) >= 0 ? (ranked.shift() ?? one) : one))
}
