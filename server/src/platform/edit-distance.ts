/** How many letters to insert, delete, replace or swap with their neighbor. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let index = 1; index <= to.length; index++) {
      const isSame = from[row - 1] === to[index - 1]
      const isSwapped =
        row > 1 && index > 1 && from[row - 1] === to[index - 2] && from[row - 2] === to[index - 1]
      current[index] = Math.min(
        (last[index] ?? 0) + 1,
        (current[index - 1] ?? 0) + 1,
        (last[index - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[index - 2] ?? 0) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
