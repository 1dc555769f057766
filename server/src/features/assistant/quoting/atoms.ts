// The smallest parts of a passage that a quote can consist of.
import { readHeading } from '@ozvi/contract'
import { sentenceUnits } from '../analysis/sentences.ts'

type Kind = 'heading' | 'text' | 'item' | 'row' | 'code'

export interface Stretch {
  start: number
  end: number
}
/** A part of a passage that is never split, by its position in the text. */
export interface Atom extends Stretch {
  kind: Kind
  /** Number of the section. Only a line that introduces terms is quoted with other sections: those of its terms. */
  section: number
  /** The level of a heading. */
  level?: number
  /** Counts up with each paragraph, list, table and block of code. */
  block: number
  /** Introduces the next atom, or is its heading. */
  isAnnouncement: boolean
  /** Counts as an introduction only because it is a few words, without a colon, above other text. */
  isLabel?: boolean
  /** What a window must start with: the header row of its table, or the opening fence of its code. */
  head?: Stretch
}

const FENCE = /^\s*(?:```|~~~)/
const ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s/
const ROW = /^\s*\|/
/** The last mark of a sentence, with closing quotes and brackets. */
const SENTENCE_END = /[.!?…][)"'”’\]]{0,3}$/
const TABLE_RULE = /^[\s:|-]+$/

interface Line {
  start: number
  end: number
  text: string
}
const linesOf = (text: string): Line[] =>
  [...text.matchAll(/[^\n]+/g)].map(({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
    text: line,
  }))

const isBlank = ({ text }: Line) => !text.trim()
const indentOf = ({ text }: Line) => text.length - text.trimStart().length

/** Reads light Markdown into atoms, in reading order; a text longer than `chars_max` is cut at its sentences. */
export const readAtoms = (text: string, chars_max: number): Atom[] =>
  joinUnfinished(text, new AtomReader(text, chars_max).read())

/**
 * A paragraph that doesn't end like a sentence ("If it works, type") is completed by the code below it, and a few words
 * ("Note") are the label of the text below.
 */
const joinUnfinished = (text: string, atoms: readonly Atom[]): Atom[] =>
  atoms.map((atom, position) => {
    const next = atoms[position + 1]
    const isCompleted =
      atom.kind === 'text' &&
      next?.section === atom.section &&
      (next.kind === 'code' || atom.end - atom.start <= LABEL_CHARS_MAX) &&
      !SENTENCE_END.test(text.slice(atom.start, atom.end))
    if (!isCompleted) return atom
    return { ...atom, isAnnouncement: true, isLabel: !atom.isAnnouncement && next.kind !== 'code' }
  })
const LABEL_CHARS_MAX = 40

class AtomReader {
  readonly #text: string
  readonly #chars_max: number
  readonly #lines: Line[]
  readonly #atoms: Atom[] = []
  #section = 0
  #block = 0
  #at = 0

  constructor(text: string, chars_max: number) {
    this.#text = text
    this.#chars_max = chars_max
    this.#lines = linesOf(text).filter((line) => !isBlank(line))
  }

  read(): Atom[] {
    for (let line = this.#lines[0]; line; line = this.#lines[this.#at]) {
      this.#block++
      const heading = readHeading(line.text)
      if (heading) this.#readHeadingLine(line, heading.level)
      else if (FENCE.test(line.text)) this.#readCode(line)
      else if (ROW.test(line.text)) this.#readTable(line)
      else if (ITEM.test(line.text)) this.#readList(line)
      else this.#readText(line)
    }
    return this.#atoms
  }

  #add(kind: Kind, { start, end }: Stretch, more: Partial<Atom> = {}) {
    this.#atoms.push({
      start,
      end,
      kind,
      section: this.#section,
      block: this.#block,
      isAnnouncement: announces(this.#text.slice(start, end)),
      ...more,
    })
  }

  /** Adds whole lines as one atom, or as several if they are too long to quote. */
  #addLines(kind: Kind, from: Line, to: Line, more: Partial<Atom> = {}) {
    const start = from.start + indentOf(from)
    const end = to.start + to.text.trimEnd().length
    if (end - start <= this.#chars_max || kind === 'heading') return this.#add(kind, { start, end }, more)
    const fence = kind === 'code' ? { head: { start, end: from.end } } : {}
    const max = this.#chars_max - (from.end - from.start) - 1
    for (const piece of inPieces(this.#text, { start, end }, max))
      this.#add(kind, piece, { ...fence, ...more })
  }

  /** Adds a paragraph. A last sentence that introduces what follows becomes an atom of its own. */
  #addParagraph({ start, end }: Stretch) {
    const text = this.#text.slice(start, end)
    const from = announces(text) ? (sentenceUnits(text).at(-1)?.start ?? 0) : 0
    if (from > 0) this.#add('text', { start, end: start + text.slice(0, from).trimEnd().length })
    this.#add('text', { start: start + from, end: start + text.trimEnd().length })
  }

  /** Whether there is an empty line before a line. */
  #isApart(position: number) {
    const [before, line] = [this.#lines[position - 1], this.#lines[position]]
    return !!before && !!line && this.#text.slice(before.end, line.start).split('\n').length > 2
  }

  /** Skips the current line and the following ones that belong to it, and returns the last. */
  #takeWhile(isIn: (line: Line, position: number) => boolean): Line {
    let last = this.#lines[this.#at] ?? { start: 0, end: 0, text: '' }
    for (this.#at++; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at]
      if (!line || !isIn(line, this.#at)) break
      last = line
    }
    return last
  }

  #readHeadingLine(line: Line, level: number) {
    this.#section++
    this.#addLines('heading', line, line, { isAnnouncement: true, level })
    this.#at++
  }

  #readCode(first: Line) {
    let isOpen = true
    const last = this.#takeWhile(({ text }) => {
      if (!isOpen) return false
      if (FENCE.test(text)) isOpen = false
      return true
    })
    this.#addLines('code', first, last, { isAnnouncement: false })
  }

  #readTable(first: Line) {
    const rule = this.#lines[this.#at + 1]
    const hasHead = rule !== undefined && TABLE_RULE.test(rule.text)
    const head = hasHead ? { start: first.start, end: rule.end } : undefined
    if (hasHead) {
      this.#addLines('row', first, rule, { isAnnouncement: true })
      this.#at += 2
    }
    for (let row = this.#lines[this.#at]; row && ROW.test(row.text); row = this.#lines[++this.#at])
      this.#addLines('row', row, row, { isAnnouncement: false, ...(head ? { head } : {}) })
  }

  #readList(first: Line) {
    const indent = indentOf(first)
    const isInside = (line: Line, position: number) =>
      indentOf(line) > indent + 1 ||
      (!ITEM.test(line.text) && !this.#isApart(position) && !readHeading(line.text) && !ROW.test(line.text))
    const isItem = (line: Line) => ITEM.test(line.text) && indentOf(line) <= indent + 1
    for (let item = this.#lines[this.#at]; item && isItem(item); item = this.#lines[this.#at])
      this.#addLines('item', item, this.#takeWhile(isInside), { isAnnouncement: false })
  }

  #readText(first: Line) {
    const last = this.#takeWhile(
      (line, position) =>
        !this.#isApart(position) &&
        !readHeading(line.text) &&
        !FENCE.test(line.text) &&
        !ROW.test(line.text) &&
        !ITEM.test(line.text),
    )
    const { start } = first
    if (last.end - start <= this.#chars_max) return this.#addParagraph({ start, end: last.end })
    for (const unit of sentenceUnits(this.#text.slice(start, last.end))) {
      const stretch = { start: start + unit.start, end: start + unit.end }
      for (const piece of inPieces(this.#text, stretch, this.#chars_max)) this.#add('text', piece)
    }
  }
}

/** Joins a short text above the first heading to the section below it. */
export function joinOpening(atoms: Atom[]): Atom[] {
  const first = atoms.findIndex(({ kind }) => kind === 'heading')
  const [from, to] = [atoms[0], atoms[first - 1]]
  if (!from || !to || to.end - from.start > OPENING_CHARS_MAX) return atoms
  return atoms.map((atom, position) => (position < first ? { ...atom, section: 1 } : atom))
}
const OPENING_CHARS_MAX = 240

const announces = (text: string) => /[:：]$/.test(text.trimEnd())

/** Splits what is too long to quote at the last line end, or else at white space, or else at the limit. */
function inPieces(text: string, { start, end }: Stretch, chars_max: number): Stretch[] {
  const pieces: Stretch[] = []
  const room = Math.max(chars_max, 1)
  let from = start
  while (end - from > room) {
    const gaps = ['\n', ' '].map((gap) => text.lastIndexOf(gap, from + room))
    const gap = gaps.find((at) => at > from + room / 2) ?? -1
    const to = gap > 0 ? gap : from + room
    pieces.push({ start: from, end: to })
    from = gap > 0 ? gap + 1 : to
  }
  return [...pieces, { start: from, end }]
}
