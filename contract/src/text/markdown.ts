import { type Inline, readInline } from './inline-markdown.ts'

/*
 * The part of Markdown that messages and answers use, as a tree: paragraphs, headings, lists, quotes, tables, code and
 * rules. Everything else is text. Each line is read once per level of nesting.
 */

export type Block =
  | { type: 'paragraph'; lines: Inline[][] }
  | { type: 'heading'; children: Inline[] }
  | { type: 'list'; isOrdered: boolean; first: number; items: { children: Inline[]; blocks: Block[] }[] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { type: 'code'; text: string }
  | { type: 'rule' }

const nestingMax = 4
const fence = /^ {0,3}```/
const quote = /^> ?/
const startsBlock = /^ {0,3}(?:```|#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s)/

const indentOf = (line: string) => line.length - line.trimStart().length
const isBlank = (line: string) => line.trim() === ''

/** The text of a heading without the `#` around it; undefined for any other line. */
export function readHeading(line: string): { level: number; text: string } | undefined {
  const mark = /^(#{1,6})\s/.exec(line)?.[1]
  if (!mark) return undefined
  const written = line.slice(mark.length).trim()
  let end = written.length
  while (written.charAt(end - 1) === '#') end--
  return { level: mark.length, text: written.slice(0, end).trimEnd() }
}
interface Item {
  indent: number
  /** Null in a list without numbers. */
  number: number | null
  text: string
}
function readItem(line: string): Item | undefined {
  const [mark, digits] = /^ {0,12}(?:[-*+]|(\d{1,9})[.)])\s/.exec(line) ?? []
  if (!mark) return undefined
  return {
    indent: indentOf(line),
    number: digits ? Number(digits) : null,
    text: line.slice(mark.length).trim(),
  }
}
const isListed = (item: Item | undefined, first: Item): item is Item =>
  item !== undefined && item.indent <= first.indent + 1 && (item.number === null) === (first.number === null)

/** `---`, `* * *`, `___` */
function isRule(line: string): boolean {
  const marks = line.replace(/\s/g, '')
  const mark = marks.charAt(0)
  return (
    indentOf(line) < 4 && marks.length >= 3 && '-*_'.includes(mark) && marks === mark.repeat(marks.length)
  )
}
/** A block that is one line. */
function readSingle(line: string): Block | undefined {
  const heading = readHeading(line)
  if (heading) return { type: 'heading', children: readInline(heading.text) }
  return isRule(line) ? { type: 'rule' } : undefined
}
const isTableRule = (line: string) => line.includes('|') && line.includes('-') && /^[\s:|-]+$/.test(line)
const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => readInline(cell.trim()))

class BlockReader {
  readonly #lines: readonly string[]
  readonly #depth: number
  #at = 0

  constructor(lines: readonly string[], depth: number) {
    this.#lines = lines
    this.#depth = depth
  }
  read(): Block[] {
    const blocks: Block[] = []
    while (this.#at < this.#lines.length) {
      if (isBlank(this.#line())) this.#at++
      else blocks.push(this.#block())
    }
    return blocks
  }
  #line(ahead = 0): string {
    return this.#lines[this.#at + ahead] ?? ''
  }
  #takeWhile(isIn: (line: string) => boolean): string[] {
    const from = this.#at
    while (this.#at < this.#lines.length && isIn(this.#line())) this.#at++
    return this.#lines.slice(from, this.#at)
  }
  #inside(lines: readonly string[]): Block[] {
    return new BlockReader(lines, this.#depth + 1).read()
  }
  #block(): Block {
    const line = this.#line()
    if (fence.test(line)) return this.#code()
    const single = readSingle(line)
    if (single) {
      this.#at++
      return single
    }
    const mayNest = this.#depth < nestingMax
    if (mayNest && quote.test(line)) return this.#quote()
    const item = mayNest ? readItem(line) : undefined
    if (item) return this.#list(item)
    return line.includes('|') && isTableRule(this.#line(1)) ? this.#table() : this.#paragraph()
  }
  #code(): Block {
    this.#at++
    const text = this.#takeWhile((line) => !fence.test(line)).join('\n')
    this.#at++
    return { type: 'code', text }
  }
  #quote(): Block {
    const lines = this.#takeWhile((line) => quote.test(line)).map((line) => line.replace(quote, ''))
    return { type: 'quote', blocks: this.#inside(lines) }
  }
  #list(first: Item): Block {
    const items: { children: Inline[]; blocks: Block[] }[] = []
    for (let item: Item | undefined = first; isListed(item, first); item = readItem(this.#line())) {
      this.#at++
      const more = this.#takeWhile((line) => !isBlank(line) && indentOf(line) > first.indent + 1)
      const cut = more.reduce((least, line) => Math.min(least, indentOf(line)), 80)
      const blocks = this.#inside(more.map((line) => line.slice(cut)))
      items.push({ children: readInline(item.text), blocks })
      // A list with empty lines between its items is one list.
      if (this.#line() === '' && isListed(readItem(this.#line(1)), first)) this.#at++
    }
    return { type: 'list', isOrdered: first.number !== null, first: first.number ?? 1, items }
  }
  #table(): Block {
    const [head = '', , ...rows] = this.#takeWhile((line) => line.includes('|'))
    return { type: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }
  }
  #paragraph(): Block {
    const first = this.#line()
    this.#at++
    const more = this.#takeWhile((line) => !isBlank(line) && !startsBlock.test(line))
    return { type: 'paragraph', lines: [first, ...more].map((line) => readInline(line.trim())) }
  }
}

/** Reads Markdown as people and the assistant write it in messages. */
export const readMarkdown = (text: string): Block[] =>
  new BlockReader(text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'), 0).read()
