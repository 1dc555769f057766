import type { PdfBookmark, PdfLine } from './pdf-lines.ts'
import { tableIn } from './pdf-table.ts'
import { oneLine } from '../document.ts'

/** The text of a PDF, in the format of `markdown.ts`. */
export interface PdfText {
  title: string | null
  text: string
}
interface PdfContent {
  lines: readonly PdfLine[]
  bookmarks: readonly PdfBookmark[]
  title: string | null
}

const heading_chars_max = 200

/** Writes the lines of a document as headings, paragraphs, lists, tables and code. */
export function writePdf({ lines, bookmarks, title }: PdfContent): PdfText {
  const body = bodySize(lines)
  const content = withoutContents(withoutRunningHeads(lines))
  const levels = headingsOf(content, bookmarks, body)
  const name = title ?? largestOf(content, body)
  const isName = (line: PdfLine) => name !== null && line.page <= 2 && letters(textOf(line)) === letters(name)
  const blocks: string[] = []
  const gaps = usualGaps(content)
  const words = new Set(content.flatMap((line) => textOf(line).split(/[^\p{L}\p{N}-]+/u)))
  for (let index = 0; index < content.length;) {
    const line = content[index]
    if (!line) break
    const level = levels.get(line)
    if (level) {
      const parts = [line]
      while (isContinuedHeading(content[index + parts.length], parts.at(-1), levels))
        parts.push(content[index + parts.length] ?? line)
      const text = oneLine(parts.map(textOf).join(' '))
      if (letters(text) !== (name && letters(name)))
        blocks.push(`${'#'.repeat(Math.min(6, level + 1))} ${text}`)
      index += parts.length
      continue
    }
    if (isName(line)) {
      index++
      continue
    }
    const table = tableIn(content, index, (other) => levels.has(other))
    if (table) {
      blocks.push(table.text)
      index += table.lines
      continue
    }
    const code = codeAt(content, index, levels)
    if (code) {
      blocks.push(code.text)
      index += code.lines
      continue
    }
    const paragraph = paragraphAt(content, index, { levels, gaps, words })
    if (paragraph.text) blocks.push(paragraph.text)
    index += paragraph.lines
  }
  return { title: name, text: blocks.join('\n\n') }
}

const textOf = ({ cells }: PdfLine): string => cells.map(({ text }) => text).join(' ')
/** Equal for two titles that differ only in spaces, letter case and punctuation. */
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
const half = (points: number) => Math.round(points * 2) / 2

/** Returns the font size of most of the text. */
function bodySize(lines: readonly PdfLine[]): number {
  const chars = new Map<number, number>()
  for (const line of lines) {
    const size = half(line.size)
    chars.set(size, (chars.get(size) ?? 0) + textOf(line).length)
  }
  return [...chars].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10
}

/** Returns the largest text of the first page, if it is clearly larger than the body. */
function largestOf(lines: readonly PdfLine[], body: number): string | null {
  const [first] = lines
  const page = lines.filter((line) => line.page === first?.page).slice(0, 40)
  const size = Math.max(0, ...page.map((line) => line.size))
  if (size < 1.4 * body) return null
  const start = page.findIndex((line) => line.size > size - 0.6)
  const parts: string[] = []
  for (const line of page.slice(start, start + 3)) {
    if (line.size < size - 0.6) break
    parts.push(textOf(line))
  }
  const text = oneLine(parts.join(' '))
  return text.length > 3 && text.length <= heading_chars_max ? text : null
}

const edge_lines = 2
/** Removes running heads and page numbers. */
function withoutRunningHeads(lines: readonly PdfLine[]): PdfLine[] {
  const pages = [...Map.groupBy(lines, ({ page }) => page).values()]
  const edges = pages.flatMap((page) => {
    const sorted = page.toSorted((a, b) => b.y - a.y)
    const ends = new Set([...sorted.slice(0, edge_lines), ...sorted.slice(-edge_lines)])
    return [...ends]
  })
  const key = (line: PdfLine) => `${Math.round(line.y / 3)} ${textOf(line).replace(/\d+/g, '#').trim()}`
  const times = new Map<string, number>()
  for (const line of edges) times.set(key(line), (times.get(key(line)) ?? 0) + 1)
  const isNumber = (line: PdfLine) =>
    /^[-–— ]{0,3}(\d{1,4}|[ivxlc]{1,7})[-–— ]{0,3}$/i.test(textOf(line).trim())
  const left_out = new Set(
    edges.filter((line) => isNumber(line) || (pages.length > 2 && (times.get(key(line)) ?? 0) > 1)),
  )
  return lines.filter((line) => !left_out.has(line))
}

/** Whether a line has dots between a title and its page number. */
const hasLeader = (line: PdfLine) => /(\. ?){5}|…{2}/.test(textOf(line)) && /\d\s*$/.test(textOf(line))
/** Removes tables of contents, whose headings all appear later. */
function withoutContents(lines: readonly PdfLine[]): PdfLine[] {
  const lists = new Set(
    [...Map.groupBy(lines, ({ page }) => page)]
      .filter(([, page]) => page.filter(hasLeader).length > Math.max(3, page.length * 0.4))
      .map(([page]) => page),
  )
  return lines.filter((line) => !lists.has(line.page) && !hasLeader(line))
}

const numbering = /^(chapter|appendix|part|kapitola|príloha|časť)?\s*[\dA-Z]{1,3}(\.\d{1,3})*[.:)]?\s+/i

/** Finds headings by the document's bookmarks, or else by font size. Returns their levels, from 1. */
function headingsOf(
  lines: readonly PdfLine[],
  bookmarks: readonly PdfBookmark[],
  body: number,
): Map<PdfLine, number> {
  const bookmarked = headingsByBookmark(lines, bookmarks)
  const isComplete = bookmarked.size >= Math.max(2, bookmarks.length * 0.3)
  return isComplete ? bookmarked : headingsBySize(lines, body)
}

function headingsByBookmark(
  lines: readonly PdfLine[],
  bookmarks: readonly PdfBookmark[],
): Map<PdfLine, number> {
  const levels = new Map<PdfLine, number>()
  const pages = Map.groupBy(lines, ({ page }) => page)
  const top = Math.min(...bookmarks.map(({ level }) => level))
  for (const { title, level, page } of bookmarks) {
    const near = [...(pages.get(page) ?? []), ...(pages.get(page + 1) ?? []).slice(0, 8)]
    for (const line of findTitle(title, near, levels)) levels.set(line, level - top + 1)
  }
  return levels
}

/** Finds the line that shows a title, and the next one if the title continues there. */
function findTitle(
  title: string,
  lines: readonly PdfLine[],
  known: ReadonlyMap<PdfLine, number>,
): readonly PdfLine[] {
  const heading = letters(title)
  if (!heading) return []
  const bare = letters(title.replace(numbering, ''))
  for (const [index, line] of lines.entries()) {
    if (known.has(line) || line.is_mono) continue
    const full = letters(textOf(line))
    const unnumbered = letters(textOf(line).replace(numbering, ''))
    if ([full, unnumbered].some((text) => text === heading || text === bare)) return [line]
    if (heading.length <= 30 || full.length <= 15 || !heading.includes(unnumbered)) continue
    const next = lines[index + 1]
    const both = letters(`${textOf(line)} ${next ? textOf(next) : ''}`)
    if (both === heading || both.endsWith(bare)) return next ? [line, next] : [line]
  }
  return []
}

function headingsBySize(lines: readonly PdfLine[], body: number): Map<PdfLine, number> {
  const isLarge = (line: PdfLine) => {
    const text = textOf(line)
    return (
      line.size >= 1.12 * body && !line.is_mono && text.length <= heading_chars_max && /\p{L}{2}/u.test(text)
    )
  }
  const large = lines.filter(isLarge)
  const sizes = [...new Set(large.map(({ size }) => half(size)))].sort((a, b) => b - a).slice(0, 6)
  const parts = new Map(large.map((line) => [line, Math.max(1, sizes.indexOf(half(line.size)) + 1 || 6)]))
  // Numbered lines in another font are headings of any size.
  const fonts = new Map<string, number>()
  for (const line of lines) fonts.set(line.font, (fonts.get(line.font) ?? 0) + textOf(line).length)
  const usual = [...fonts].sort((a, b) => b[1] - a[1])[0]?.[0]
  for (const line of lines) {
    const text = textOf(line)
    const number = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{Lu}/u.exec(text)?.[1]
    if (!number || line.font === usual || line.is_mono || parts.has(line) || text.length > 100) continue
    parts.set(line, Math.min(6, number.split('.').length + 1))
  }
  return parts
}

/** Whether a heading continues in the next line. */
function isContinuedHeading(
  next: PdfLine | undefined,
  before: PdfLine | undefined,
  levels: ReadonlyMap<PdfLine, number>,
): boolean {
  if (!next || !before || next.page !== before.page) return false
  const isSame = levels.get(next) === levels.get(before) && half(next.size) === half(before.size)
  return (
    isSame && before.y - next.y > 0 && before.y - next.y < 1.5 * before.size && !numbering.test(textOf(next))
  )
}

/** The line spacing inside paragraphs, by font size. */
function usualGaps(lines: readonly PdfLine[]): Map<number, number> {
  const counts = new Map<number, Map<number, number>>()
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (!before || before.page !== line.page) continue
    const gap = half(before.y - line.y)
    if (gap <= 0 || gap > 2.2 * line.size) continue
    const size = half(line.size)
    const of_size = counts.get(size) ?? new Map<number, number>()
    of_size.set(gap, (of_size.get(gap) ?? 0) + 1)
    counts.set(size, of_size)
  }
  return new Map(
    [...counts].map(([size, gaps]) => [size, [...gaps].sort((a, b) => b[1] - a[1])[0]?.[0] ?? size * 1.2]),
  )
}

const bullet = /^[•◦▪‣●○■□–—∙·*-]\s+/
const number = /^\(?(\d{1,2}|[a-z])[.)]\s+/i

/** Reads the paragraph or list item that starts at line `at`. */
function paragraphAt(
  lines: readonly PdfLine[],
  at: number,
  {
    levels,
    gaps,
    words,
  }: { levels: ReadonlyMap<PdfLine, number>; gaps: ReadonlyMap<number, number>; words: ReadonlySet<string> },
): { text: string; lines: number } {
  const first = lines[at]
  if (!first) return { text: '', lines: 1 }
  let text = textOf(first).replace(bullet, '- ')
  let count = 1
  let left: number | undefined
  for (let next = lines[at + count]; next; next = lines[at + count]) {
    const before = lines[at + count - 1] ?? first
    if (levels.has(next) || !continuesParagraph(next, { first, before, text, left }, gaps)) break
    if (next.cells.length > 1 && tableIn(lines, at + count, (other) => levels.has(other))) break
    left = Math.min(left ?? next.x, next.x)
    text = joined(text, textOf(next), words)
    count++
  }
  return { text: oneLine(text), lines: count }
}

interface OpenParagraph {
  first: PdfLine
  before: PdfLine
  text: string
  /** The left edge of its lines after the first, which may be indented. */
  left: number | undefined
}

function continuesParagraph(
  next: PdfLine,
  { first, before, text, left }: OpenParagraph,
  gaps: ReadonlyMap<number, number>,
): boolean {
  const nextText = textOf(next)
  if ((next.is_mono && !before.is_mono) || bullet.test(nextText)) return false
  if (Math.abs(next.size - before.size) > 0.12 * before.size) return false
  const gap = before.y - next.y
  // On the next page or in the next column, only an unfinished sentence continues.
  if (next.page !== before.page || gap <= 0)
    return /[\p{Ll}\p{N},;–-]\s*$/u.test(text) && /^[\p{Ll}(]/u.test(nextText)
  if (gap > 1.3 * (gaps.get(half(next.size)) ?? 1.3 * next.size)) return false
  if (number.test(nextText) && /[.:;!?]\s*$/.test(text)) return false
  if (left !== undefined && next.x > left + 0.8 * next.size) return false
  const opening = textOf(first)
  const isItem = bullet.test(opening) || number.test(opening)
  return !isItem || next.x >= first.x - 0.5 * next.size
}

/** Joins two lines, and the parts of a word that is hyphenated between them. */
function joined(before: string, next: string, words: ReadonlySet<string>): string {
  const head = before.endsWith('-') ? before.slice(-60, -1).split(/\P{L}/u).at(-1) : undefined
  const [tail] = /^\p{Ll}+/u.exec(next) ?? []
  if (!head || !tail) return `${before} ${next}`
  const isCompound = words.has(`${head}-${tail}`) && !words.has(head + tail)
  return (isCompound ? before : before.slice(0, -1)) + next
}

/** Reads lines in a monospaced font as code, with their indentation. */
function codeAt(
  lines: readonly PdfLine[],
  at: number,
  levels: ReadonlyMap<PdfLine, number>,
): { text: string; lines: number } | undefined {
  const codeLines: PdfLine[] = []
  for (let next = lines[at]; next?.is_mono && !levels.has(next); next = lines[at + codeLines.length]) {
    const before = codeLines.at(-1)
    if (before && before.page === next.page && before.y - next.y > 3 * next.size) break
    codeLines.push(next)
  }
  const [first] = codeLines
  if (!first) return undefined
  const left = Math.min(...codeLines.map(({ x }) => x))
  const written = codeLines.map((line) => {
    const indent = Math.round((line.x - left) / (0.6 * line.size))
    return ' '.repeat(Math.max(0, Math.min(indent, 60))) + textOf(line)
  })
  return {
    text: ['```', ...written.map((line) => line.replaceAll('```', "'''")), '```'].join('\n'),
    lines: codeLines.length,
  }
}
