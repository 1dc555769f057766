import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'vitest'
import { cpuTime_ms } from '../../tools/cpu-time.ts'

/** The longest CPU time that nothing else in this thread gets a turn while `work` runs, in milliseconds. */
export async function longestTurn_ms(work: () => Promise<unknown>): Promise<number> {
  let longest_ms = 0
  let isDone = false
  // Not in this turn, so that the first step is measured as well.
  const working = nextTurn()
    .then(work)
    .finally(() => (isDone = true))
  while (!isDone) longest_ms = Math.max(longest_ms, await cpuTime_ms(() => nextTurn()))
  await working
  return longest_ms
}

const fill = (piece: string, chars: number) =>
  piece.repeat(Math.max(1, Math.ceil(chars / piece.length))).slice(0, chars)

/**
 * Texts of about this length that slow down a backtracking parser: each piece repeated, each pair of pieces, each
 * followed by something that no rule expects.
 */
export function hostileTexts(pieces: readonly string[], chars: number): string[] {
  return pieces.flatMap((piece) => [
    fill(piece, chars),
    `${fill(piece, chars)}\0`,
    ...pieces.flatMap((other) => [
      `${piece}${fill(other, chars)}\0`,
      `${fill(`${piece}${other}`, chars)}\0`,
      `${fill(piece, chars / 2)}${fill(other, chars / 2)}\0`,
    ]),
  ])
}

/**
 * Asserts that `parse` stays fast for hostile input. Inputs grow step by step, so that an exponential parser fails
 * after seconds instead of hanging.
 *
 * @param pieces the tokens of the parser's grammar: opening marks, separators, spaces
 */
export async function expectQuick(
  parse: (text: string) => unknown,
  pieces: readonly string[],
  { chars_max = 50_000, ms_max = 250 } = {},
): Promise<void> {
  const isShort = (chars: number) => chars < 1_500 // as long as exponential time may show
  for (let chars = 20; ; chars = Math.min(chars_max, Math.ceil(chars * (isShort(chars) ? 1.25 : 3)))) {
    for (const text of hostileTexts(pieces, chars)) {
      const took_ms = await cpuTime_ms(() => parse(text))
      expect(took_ms, `${chars} characters of ${JSON.stringify(text.slice(0, 40))}…`).toBeLessThan(ms_max)
    }
    if (chars === chars_max) return
  }
}
