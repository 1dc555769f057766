import type { Mode } from './drafts.ts'

/** What is being written before the cursor that a list may complete. */
export interface Asked {
  kind: 'reply' | 'mention' | 'emoji'
  /** Where its sign stands. */
  start: number
  /** What follows the sign. */
  query: string
}
interface Sign {
  kind: Asked['kind']
  of?: Mode
  signs: readonly string[]
  /** What may stand before the sign, as a text of at most one character. */
  before: RegExp
  query: RegExp
}
const signs: readonly Sign[] = [
  { kind: 'reply', signs: ['/', '#'], before: /^\s?$/, query: /^[\p{L}\p{N}_-]*$/u },
  // A name may have spaces in it. Only notes mention teammates.
  { kind: 'mention', of: 'note', signs: ['@'], before: /^[^\p{L}\p{N}_]?$/u, query: /^[^\n]{0,40}$/ },
  // Two characters at least: `:D` and `10:30` stay as they are.
  {
    kind: 'emoji',
    signs: [':'],
    before: /^[^\p{L}\p{N}_:/]?$/u,
    query: /^(?:\p{L}|\+)[\p{L}\p{N}_+-]+$/u,
  },
]
/** The sign nearest to the cursor, with what was written after it. */
export function askedAt(text: string, caret: number, mode: Mode): Asked | undefined {
  const written = text.slice(0, caret)
  return signs
    .flatMap(({ kind, of = mode, signs, before, query }): Asked[] => {
      const start = Math.max(...signs.map((sign) => written.lastIndexOf(sign)))
      if (of !== mode || start < 0) return []
      const [previous = ''] = [...written.slice(Math.max(0, start - 2), start)].slice(-1)
      const typed = written.slice(start + 1)
      return before.test(previous) && query.test(typed) ? [{ kind, start, query: typed }] : []
    })
    .toSorted((a, b) => b.start - a.start)[0]
}
