/** One sentence, list item, table row or line of code, by its place in the text. */
export interface Unit {
  /** `text.slice(start, end)` is the unit, word for word. */
  start: number
  end: number
  /** Units of one block belong together; a heading or a code fence ends a block. */
  block: number
  is_code: boolean
}

const LINE = /[^\n]+/g
const FENCE = /^(?:```|~~~)/
const HEADING = /^#{1,6}\s/
const STOPS = '.!?…'
const CLOSING = `"'”’)]`
/** What can begin a sentence. */
const BEGINNING = /^["'“„(]?[\p{Lu}\p{N}]/u
/** Slovak and English abbreviations whose full stop doesn't end a sentence. */
const ABBREVIATIONS = new Set(
  `napr tzv tzn resp atď cca čl ods písm str ul tel min max mr mrs ms dr st prof jr sr vs etc approx no inc ltd co gen
   col lt sgt rev fig al`.split(/\s+/),
)
const ABBREVIATION_CHARS_MAX = 10

/**
 * Cuts text or light Markdown into units that can be quoted, in reading order. Headings and code fences are
 * no units. Fifteen lines of rules keep more answers whole than `Intl.Segmenter`, which splits after
 * "napr.", "čl." and ordinals.
 */
export function sentenceUnits(text: string): Unit[] {
  const units: Unit[] = []
  let block = 0
  let is_code = false
  for (const match of text.matchAll(LINE)) {
    const line = match[0].trim()
    if (!line) continue
    if (FENCE.test(line)) {
      is_code = !is_code
      block++
    } else if (!is_code && HEADING.test(line)) {
      block++
    } else {
      const line_start = match.index + match[0].indexOf(line)
      for (const [start, end] of is_code ? [[0, line.length] as const] : splitLine(line))
        units.push({ start: line_start + start, end: line_start + end, block, is_code })
    }
  }
  return units
}

/** The first position from `at` whose character doesn't match. */
function skip(line: string, at: number, isOne: (character: string) => boolean): number {
  let end = at
  while (end < line.length && isOne(line.charAt(end))) end++
  return end
}
/** Whether the text ends with an abbreviation, an initial (also that of `e.g.`) or an ordinal, and its full stop. */
function endsWithAbbreviation(text: string): boolean {
  if (!text.endsWith('.')) return false
  const word =
    text
      .slice(-ABBREVIATION_CHARS_MAX, -1)
      .split(/[^\p{L}\p{N}]/u)
      .at(-1) ?? ''
  return /^(?:\p{L}|\d{1,2})$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase())
}

function splitLine(line: string): (readonly [start: number, end: number])[] {
  const pieces: (readonly [number, number])[] = []
  let start = 0
  for (let index = 0; index < line.length; index++) {
    if (!STOPS.includes(line.charAt(index))) continue
    const stops = skip(line, index, (character) => STOPS.includes(character))
    const end = skip(line, stops, (character) => CLOSING.includes(character))
    const next = skip(line, end, (character) => /\s/.test(character))
    index = end - 1
    if (next === end || !BEGINNING.test(line.slice(next, next + 3))) continue
    if (endsWithAbbreviation(line.slice(Math.max(start, end - ABBREVIATION_CHARS_MAX), end))) continue
    pieces.push([start, end])
    start = next
  }
  if (start < line.length) pieces.push([start, line.length])
  return pieces
}
