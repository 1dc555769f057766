/** A seeded random number generator. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** True with this probability, from 0 to 1. */
  isTrue(share: number): boolean
  /** An integer from `lowest` to `highest`, both included. */
  between(lowest: number, highest: number): number
  pick<T>(options: readonly [T, ...T[]]): T
  /** Chosen by weight. */
  weighted<T>(options: readonly (readonly [T, number])[]): T
  /** A waiting time: log-normally distributed around `median`. */
  wait(median: number, spread?: number): number
  uuid(): string
}

const hash = (text: string): number => {
  let value = 2_166_136_261
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619)
  return value >>> 0
}

/** Use one generator per purpose, so that a change of one doesn't change the others. */
export function createRandom(seed: string): Random {
  let a = hash(seed)
  let b = hash(`${seed} `)
  // Two mulberry32 combined: the period of one, 2^32, would repeat within a million conversations.
  const word = () => {
    a = (a + 0x6d_2b_79_f5) | 0
    b = (b + 0x9e_37_79_b9) | 0
    let value = Math.imul(a ^ (a >>> 15) ^ b, 1 | a)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return (value ^ (value >>> 14)) >>> 0
  }
  const next = () => word() / 2 ** 32
  const between = (lowest: number, highest: number) => lowest + Math.floor(next() * (highest - lowest + 1))
  const hex = () => word().toString(16).padStart(8, '0')
  return {
    next,
    between,
    isTrue: (share) => next() < share,
    pick: (options) => options[between(0, options.length - 1)] ?? options[0],
    weighted(options) {
      let remaining = next() * options.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of options) if ((remaining -= weight) < 0) return value
      throw new Error('nothing to choose from')
    },
    wait: (median, spread = 0.8) =>
      median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
    uuid() {
      const [first, second, third, fourth] = [hex(), hex(), hex(), hex()]
      const variant = '89ab'[between(0, 3)]
      return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${fourth}`
    },
  }
}
