import type { Mode } from './drafts.ts'

/** A trigger before the cursor, such as `/` or `@`, with its query. */
export interface CompletionQuery {
  kind: 'reply' | 'mention' | 'emoji'
  /** Position of the trigger. */
  start: number
  /** Text after the trigger. */
  query: string
}
interface Sign {
  kind: CompletionQuery['kind']
  of?: Mode
  signs: readonly string[]
  /** Matches the character before the trigger; empty at the start. */
  before: RegExp
  query: RegExp
}
const signs: readonly Sign[] = [
  { kind: 'reply', signs: ['/', '#'], before: /^\s?$/, query: /^[\p{L}\p{N}_-]*$/u },
  // Names may contain spaces. Only notes have mentions.
  { kind: 'mention', of: 'note', signs: ['@'], before: /^[^\p{L}\p{N}_]?$/u, query: /^[^\n]{0,40}$/ },
  // At least two characters: `:D` and `10:30` are no emoji.
  {
    kind: 'emoji',
    signs: [':'],
    before: /^[^\p{L}\p{N}_:/]?$/u,
    query: /^(?:\p{L}|\+)[\p{L}\p{N}_+-]+$/u,
  },
]
/** The trigger nearest to the cursor, with the text after it. */
export function completionQueryAt(text: string, caret: number, mode: Mode): CompletionQuery | undefined {
  const written = text.slice(0, caret)
  return signs
    .flatMap(({ kind, of = mode, signs, before, query }): CompletionQuery[] => {
      const start = Math.max(...signs.map((sign) => written.lastIndexOf(sign)))
      if (of !== mode || start < 0) return []
      const [previous = ''] = [...written.slice(Math.max(0, start - 2), start)].slice(-1)
      const typed = written.slice(start + 1)
      return before.test(previous) && query.test(typed) ? [{ kind, start, query: typed }] : []
    })
    .toSorted((a, b) => b.start - a.start)[0]
}
