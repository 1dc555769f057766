const NOT_ASCII = /[^\0-\x7f]/
const MARKS = /[\u0300-\u036f]/g
/** Letters without a decomposition, which stripping combining marks leaves unchanged. */
const UNDECOMPOSED: Record<string, string> = { ł: 'l', ß: 'ss', đ: 'd', ø: 'o', æ: 'ae', œ: 'oe' }
const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu

/**
 * Takes the diacritics off lower-case text ("vrátiť" → "vratit").
 *
 * Both the content and the question are folded: it loses nothing measurable in Slovak and serves the many
 * who type without diacritics.
 */
export function fold(text: string) {
  if (!NOT_ASCII.test(text)) return text
  return text
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/[łßđøæœ]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
}

/** Words in reading order, lower case, diacritics kept; an apostrophe joins ("don't" is one word). */
export const words = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? []

const TOKEN = /[\p{L}\p{N}]+(?:['’]\p{L}+|[_.:]+[\p{L}\p{N}]+)*/gu

/** Words in reading order; characters that join letters without a space keep them together (`node:fs`). */
export const tokens = (text: string): string[] => text.normalize('NFKC').match(TOKEN) ?? []

/** How many words a reader would count; what passages are measured in. */
export const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0
