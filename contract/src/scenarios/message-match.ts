import { normalizeText } from '../filters/normalize-text.ts'
import { messageCharsRead } from './answers.ts'
import type { ScenarioTrigger } from './flow.ts'

/*
 * Whether a message matches words, patterns or examples, ignoring case and diacritics. They aren't made into regular
 * expressions, so the time is in proportion to the message.
 */

const isWordChar = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)
const wordsOf = (text: string) =>
  normalizeText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A word of the message begins with the term, or several words with a term of several. */
function hasTerm(words: readonly string[], term: string): boolean {
  const sought = wordsOf(term).join(' ')
  return sought !== '' && ` ${words.join(' ')}`.includes(` ${sought}`)
}

/** A message in which patterns are sought. */
interface SearchedText {
  text: string
  /** The text with `#` for each digit. */
  shape: string
  /** Whether a word or number continues across a place, for each place. */
  isWithin: readonly boolean[]
}
const shapeOf = (text: string) => text.replace(/[0-9]/g, '#')
function toSearchedText(text: string): SearchedText {
  const isWord = Array.from({ length: text.length }, (_, index) => isWordChar(text[index]))
  return {
    text,
    // A number sign in a message is no digit.
    shape: shapeOf(text.replaceAll('#', '\0')),
    isWithin: isWord.map((isChar, index) => isChar && isWord[index - 1] === true),
  }
}

const numberSign = '#'.charCodeAt(0)
function hasDigits(text: string, part: string, at: number): boolean {
  for (let index = 0; index < part.length; index += 1) {
    const code = part.charCodeAt(index)
    if (code !== numberSign && code !== text.charCodeAt(at + index)) return false
  }
  return true
}
/** Finds a part from `from` on, where it isn't cut off by `isCut`. @returns -1 if it is nowhere */
function findPart(
  { text, shape }: SearchedText,
  part: string,
  from: number,
  isCut: (at: number) => boolean,
): number {
  const searched = part.includes('#') ? shape : text
  const sought = part.includes('#') ? shapeOf(part) : part
  let at = searched.indexOf(sought, from)
  while (at >= 0 && (isCut(at) || !hasDigits(text, part, at))) at = searched.indexOf(sought, at + 1)
  return at
}
/**
 * `*` is any number of characters, `#` a digit. The pattern may be anywhere in the text, but not begin or end within a
 * word or number.
 */
function matchesPattern(searched: SearchedText, pattern: string): boolean {
  const parts = normalizeText(pattern).trim().split('*')
  if (parts.every((part) => part === '')) return false
  let from = 0
  for (const [index, part] of parts.entries()) {
    if (part === '') continue
    const isFirst = index === 0
    const isLast = index === parts.length - 1
    const at = findPart(
      searched,
      part,
      from,
      (start) =>
        (isFirst && searched.isWithin[start] === true) ||
        (isLast && searched.isWithin[start + part.length] === true),
    )
    if (at < 0) return false
    from = at + part.length
  }
  return true
}

/** Short words say little about what a message is about. */
const weightOf = (word: string) => Math.min(6, Math.max(0, word.length - 2))
const stemCharsMin = 4
/** The same word, or another form of it: a common beginning, and endings of similar length. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const shorter = Math.min(a.length, b.length)
  if (shorter < stemCharsMin || Math.abs(a.length - b.length) > 4) return false
  const common = Math.max(stemCharsMin, Math.ceil(shorter * 0.7))
  return a.slice(0, common) === b.slice(0, common)
}
const similarityMin = 0.7
/** The weight from which one of several words is enough: six letters. Less is a word such as “what” or “where”. */
const ownWeightMin = 4
/** The message has most of the words of the example, in any form and order. */
function resembles(words: readonly string[], example: string): boolean {
  const sought = wordsOf(example)
  const sum = (some: readonly string[]) => some.reduce((total, word) => total + weightOf(word), 0)
  const found = sought.filter((word) => words.some((each) => isSameWord(each, word)))
  const hasEnoughWords = found.length >= Math.min(2, sought.length) || sum(found) >= ownWeightMin
  return hasEnoughWords && sum(sought) > 0 && sum(found) >= similarityMin * sum(sought)
}

/** Whether a message fulfills one of the words, patterns or examples of the trigger. */
export function matchesMessage(
  { words, patterns = [], examples = [] }: Extract<ScenarioTrigger, { kind: 'message' }>,
  message: string,
): boolean {
  const text = normalizeText(message.slice(0, messageCharsRead))
  const found = wordsOf(text)
  const searched = patterns.length > 0 ? toSearchedText(text) : undefined
  return (
    words.some((term) => hasTerm(found, term)) ||
    (searched !== undefined && patterns.some((pattern) => matchesPattern(searched, pattern))) ||
    examples.some((example) => resembles(found, example))
  )
}
