import type { Mode } from './drafts.ts'

/** What is being written before the cursor that a list may complete. */
export interface Asked {
  kind: 'reply' | 'mention' | 'emoji'
  /** Where its sign stands. */
  start: number
  /** What follows the sign. */
  query: string
}
const signs: readonly { kind: Asked['kind']; of?: Mode; pattern: RegExp }[] = [
  // At the beginning of a word.
  { kind: 'reply', pattern: /(?<=^|\s)[/#]([\p{L}\p{N}_-]*)$/u },
  // A name may have spaces in it. Only notes mention anybody.
  { kind: 'mention', of: 'note', pattern: /(?<=^|[^\p{L}\p{N}_])@([^@\n]{0,40})$/u },
  // Two signs at least: `:D` and `10:30` are meant as they stand.
  { kind: 'emoji', pattern: /(?<=^|[^\p{L}\p{N}_:/]):((?:\p{L}|\+)[\p{L}\p{N}_+-]+)$/u },
]
/** The sign nearest to the cursor, with what was written after it. */
export function askedAt(text: string, caret: number, mode: Mode): Asked | undefined {
  const before = text.slice(0, caret)
  return signs
    .flatMap(({ kind, of = mode, pattern }): Asked[] => {
      const found = of === mode ? pattern.exec(before) : null
      return found ? [{ kind, start: found.index, query: found[1] ?? '' }] : []
    })
    .toSorted((a, b) => b.start - a.start)[0]
}
