/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Repeats a shuffled list until there are enough items, so that each is used about equally often. */
export function shuffled<T>(list: readonly T[], count: number, random: () => number): T[] {
  const order: T[] = []
  while (order.length < count && list.length > 0) {
    const remaining = [...list]
    while (remaining.length > 0) order.push(...remaining.splice(Math.floor(random() * remaining.length), 1))
  }
  return order.slice(0, count)
}
