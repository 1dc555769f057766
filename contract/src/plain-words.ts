/*
 * Marks of Markdown go only where they are marks: `order_id_5`, `a > b` and `#301` are words. Repeats are bounded, so
 * that no text is slow.
 */
const marks: [RegExp, string][] = [
  [/^[ \t]*(?:#{1,6}|>+|[-*+])[ \t]+/gm, ''],
  [/!?\[([^[\]\n]{0,500})\]\([^()\s]{1,2000}\)/g, '$1'],
  [/```\w*/g, ''],
  [/(\*\*|~~|`)(?=\S)([^\n]{0,1000}?\S)\1/g, '$2'],
  [/(?<![\p{L}\p{N}*_\\])([*_])(?=\S)([^*_\n]{0,1000}?[^\s*_])\1(?![\p{L}\p{N}*_])/gu, '$2'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
]

/** What a message says, in one line, for where it is only quoted. */
export const plainWords = (body: string): string =>
  marks
    .reduce((text, [mark, words]) => text.replace(mark, words), body)
    .replace(/\s+/g, ' ')
    .trim()

/** The beginning of a text; a sign that takes two places is not cut in half. */
export const beginningOf = (text: string, chars: number): string =>
  text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')
