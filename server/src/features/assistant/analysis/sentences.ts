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
/** A full stop, then space, then something that can begin a sentence. */
const SENTENCE_END = /[.!?…]+["'”’)\]]*\s+(?=["'“„(]?[\p{Lu}\p{N}])/gu
/** Full stops that end no sentence: Slovak and English abbreviations, initials, ordinals. */
const ABBREVIATION =
  /(?<![\p{L}\p{N}])(?:napr|tzv|tzn|t\.j|resp|atď|cca|čl|ods|písm|str|ul|tel|min|max|Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|etc|e\.g|i\.e|approx|No|U\.S|Inc|Ltd|Co|Gen|Col|Lt|Sgt|Rev|Fig|al|\p{L}|\d{1,2})\.$/iu

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

function splitLine(line: string): (readonly [start: number, end: number])[] {
  const pieces: (readonly [number, number])[] = []
  let start = 0
  for (const match of line.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].trimEnd().length
    if (ABBREVIATION.test(line.slice(start, end))) continue
    pieces.push([start, end])
    start = match.index + match[0].length
  }
  if (start < line.length) pieces.push([start, line.length])
  return pieces
}
