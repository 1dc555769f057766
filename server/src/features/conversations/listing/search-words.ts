import { type ExcerptPart, normalizeText, toPlainText } from '@ozvi/contract'

/*
 * Parses a search. Words are compared by prefix without case and diacritics. English and Slovak inflectional
 * endings are removed, because the language of a search is unknown.
 */

const wordsMax = 8
const wordCharsMax = 40
/** Minimum length of a stem. */
const stemCharsMin = 4
const englishEndings = 'ings ies ing ed es s y e'.split(' ')
const slovakEndings = 'ovi ami och ach ymi ych eho emu ej ov om am ou ia iu ie im ym ho mu a u i o'.split(' ')
const longestFirst = [...englishEndings, ...slovakEndings].toSorted((a, b) => b.length - a.length)
/** Consonant doubled before an ending: `shipp` is the stem of `shipping`. */
const doubled = /([bdfgklmnprt])\1$/

/** Prefix of every indexed word. Keeps the words of one workspace together in the index. */
export const tenantOf = (integration_id: string) => integration_id.slice(-6)
const wordsIn = (text: string) => normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Normalizes a text like the SQL function that builds the search vector. */
export const indexedWords = (integration_id: string, text: string): string =>
  [...new Set(wordsIn(text))]
    .map((word) => `'${tenantOf(integration_id)}${Array.from(word).slice(0, wordCharsMax).join('')}'`)
    .join(' ')

const stemOf = (word: string): string => {
  if (/\d/.test(word)) return word
  const ending = longestFirst.find((each) => word.endsWith(each) && word.length - each.length >= stemCharsMin)
  if (!ending) return word
  const stem = word.slice(0, -ending.length)
  return stem.length > stemCharsMin && /^(ing|ings|ed)$/.test(ending) ? stem.replace(doubled, '$1') : stem
}

export interface QueryTerm {
  /** As typed, with its accents. */
  typed: string
  /** Folded. */
  word: string
  /** The prefix that matching words start with. */
  stem: string
}
/** At most eight distinct words, in the order typed. */
export function parseQuery(search: string): QueryTerm[] {
  const typed = new Map(
    (search.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => [normalizeText(word), word]),
  )
  return [...new Set(wordsIn(search))]
    .filter((word) => word.length > 1 || /\d/.test(word))
    .slice(0, wordsMax)
    .map((folded) => {
      const word = folded.slice(0, wordCharsMax)
      return { typed: (typed.get(folded) ?? folded).slice(0, wordCharsMax), word, stem: stemOf(word) }
    })
}

/** The word and all variants with one letter deleted, as in the SQL function. */
export const deleteVariants = (word: string): string[] => [
  ...Array.from(word, (_, position) => word.slice(0, position) + word.slice(position + 1)),
  word,
]

const excerptChars = 180
const charsBefore = 50

/** The text around the first match, with all matches marked. */
export function excerptOf(body: string, prefixes: readonly string[]): ExcerptPart[] {
  const plain = toPlainText(body)
  const isMatch = (word: string) => {
    const folded = normalizeText(word)
    return prefixes.some((prefix) => folded.startsWith(prefix))
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
