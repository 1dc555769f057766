/** A name made of several words, such as `requestTimeout`, `request_timeout`, `node:fs` or `utf8`. */
export interface CompoundName {
  /** Lower case, without what joins the words. */
  whole: string
  /** Lower case, in order. */
  parts: string[]
}

/** The sequences of letters and digits in a token. */
export const runsOf = (token: string): string[] => token.split(/[_.:]+/)
/** The last capital of a run of them begins the next word: `HTTPServer` is `HTTP` and `Server`. */
const LAST_CAPITAL = /(\p{Lu})(\p{Lu}\p{Ll})/gu
const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|[\p{L}\p{N}]+/gu
/** Shorter pieces are spellings such as `iPhone` and `mp3`, not words. */
const PART_CHARS_MIN = 3
const MAY_HAVE_PARTS = /[_.:]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u

/**
 * The compound name in a token, if it has several words. A token is one sequence of letters and digits, or
 * several joined ones.
 */
export function readName(token: string): CompoundName | undefined {
  if (!MAY_HAVE_PARTS.test(token)) return undefined
  const runs = runsOf(token)
  const parts = runs.flatMap(partsOf)
  if (parts.length < 2 || !/\p{L}/u.test(token)) return undefined
  const lower = (text: string) => text.toLowerCase()
  return { whole: lower(runs.join('')), parts: parts.map(lower) }
}

/** Splits a sequence into words at capitals and digits. */
function partsOf(run: string): string[] {
  const parts = run.replaceAll(LAST_CAPITAL, '$1 $2').match(PARTS) ?? []
  const areWords = parts.every((part) => part.length >= PART_CHARS_MIN || /^\p{N}/u.test(part))
  return areWords ? parts : [run]
}
