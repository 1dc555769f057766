import { type ExcerptPart, folded, plainWords } from '@ozvi/contract'

/*
 * What a search looks for. Words are compared without case and diacritics, from their beginning: an ending that
 * says only number, case or tense is left off what is looked for, in either language, since nobody says in which
 * one they search.
 */

const wordsMax = 8
const wordCharsMax = 40
/** What is left of a word has at least so many letters. */
const stemCharsMin = 4
/** Longest first. */
const endings = (
  'ings ies ing ed es s y e ' + 'ovi ami och ach ymi ych eho emu ej ov om am ou ia iu ie im ym ho mu a u i o'
)
  .split(' ')
  .toSorted((a, b) => b.length - a.length)
/** Doubled before an ending: `shipp` is what is left of `shipping`. */
const doubled = /([bdfgklmnprt])\1$/

/** Every word in the indexes stands behind this, so that those of one workspace stand together. */
export const tenantOf = (integration_id: string) => integration_id.slice(-6)
const wordsIn = (text: string) => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a text as a search compares them: what `words_of` of the database makes of it, too. */
export const indexedWords = (integration_id: string, text: string): string =>
  [...new Set(wordsIn(text))]
    .map((word) => `'${tenantOf(integration_id)}${Array.from(word).slice(0, wordCharsMax).join('')}'`)
    .join(' ')

const stemOf = (word: string): string => {
  if (/\d/.test(word)) return word
  const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= stemCharsMin)
  if (!ending) return word
  const stem = word.slice(0, -ending.length)
  return stem.length > stemCharsMin && /^(ing|ings|ed)$/.test(ending) ? stem.replace(doubled, '$1') : stem
}

export interface SoughtWord {
  /** As it was typed, folded. */
  word: string
  /** What a word has to begin with. */
  stem: string
}
/** At most eight, each once, in the order in which they were typed. */
export const soughtWords = (search: string): SoughtWord[] =>
  [...new Set(wordsIn(search))]
    .filter((word) => word.length > 1 || /\d/.test(word))
    .slice(0, wordsMax)
    .map((word) => word.slice(0, wordCharsMax))
    .map((word) => ({ word, stem: stemOf(word) }))

/** The word without each of its letters in turn, and whole: what `slips` of the database holds. */
export const slipsOf = (word: string): string[] => [
  ...Array.from(word, (_, place) => word.slice(0, place) + word.slice(place + 1)),
  word,
]
/** Whether one letter too many, too few, another one, or two in the wrong order is all the difference. */
export function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  const rest = (text: string, skip: number) => text.slice(from + skip)
  if (short.length < long.length) return rest(short, 0) === rest(long, 1)
  return (
    rest(short, 1) === rest(long, 1) ||
    (short[from] === long[from + 1] && short[from + 1] === long[from] && rest(short, 2) === rest(long, 2))
  )
}

const excerptChars = 180
const charsBefore = 50

/** The text around the first of the words that begin as asked, with all of those marked. */
export function excerptOf(body: string, beginnings: readonly string[]): ExcerptPart[] {
  const plain = plainWords(body)
  const isMatch = (word: string) => {
    const bare = folded(word)
    return beginnings.some((beginning) => bare.startsWith(beginning))
  }
  const words = [...plain.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
  const first = words.find(([word]) => isMatch(word))?.index ?? 0
  const start = first <= charsBefore ? 0 : plain.indexOf(' ', first - charsBefore) + 1
  const end = start + excerptChars >= plain.length ? plain.length : start + excerptChars
  const parts: ExcerptPart[] = []
  const add = (text: string, is_match: boolean) => text && parts.push({ text, is_match })
  let at = start
  if (start > 0) add('… ', false)
  for (const { 0: word, index } of words) {
    if (index < start || index + word.length > end || !isMatch(word)) continue
    add(plain.slice(at, index), false)
    add(word, true)
    at = index + word.length
  }
  add(plain.slice(at, end), false)
  if (end < plain.length) add(' …', false)
  return parts
}
