// What can be quoted of a passage: stretches that make sense alone. A line that announces something stays with it, a
// table with its head, a heading with what it heads, and a long list ends between two items.
import { readHeading } from '@ozvi/contract'
import { sentenceUnits } from './analysis/sentences.ts'

type Kind = 'heading' | 'text' | 'item' | 'row' | 'code'

interface Stretch {
  start: number
  end: number
}
/** A piece of a passage that is not cut, by its place in the text. */
export interface Atom extends Stretch {
  kind: Kind
  /** Counts up at each heading: atoms of different sections are not quoted together. */
  section: number
  /** Counts up with each paragraph, list, table and block of code. */
  block: number
  /** It announces the next atom, or heads it. */
  leadsOn: boolean
  /** What a window has to start with: the header row of its table, or the opening fence of its code. */
  head?: Stretch
}

/** A stretch to quote: `text` is made of one slice of the passage, of a table's head and the rows below it of two. */
export interface Window extends Stretch {
  first: number
  last: number
  /** Set if the window starts inside a table or a code block. */
  head: Stretch | undefined
}

const FENCE = /^\s*(?:```|~~~)/
const ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s/
const ROW = /^\s*\|/
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
export function readAtoms(text: string, chars_max: number): Atom[] {
  const lines = linesOf(text).filter((line) => !isBlank(line))
  const atoms: Atom[] = []
  let section = 0
  let block = 0
  let at = 0
  const add = (kind: Kind, { start, end }: Stretch, more: Partial<Atom> = {}) =>
    atoms.push({ start, end, kind, section, block, leadsOn: announces(text.slice(start, end)), ...more })
  /** Adds an atom of whole lines, or as many as it takes. */
  const put = (kind: Kind, from: Line, to: Line, more: Partial<Atom> = {}) => {
    const start = from.start + indentOf(from)
    const end = to.start + to.text.trimEnd().length
    if (end - start <= chars_max || kind === 'heading') return add(kind, { start, end }, more)
    const fence = kind === 'code' ? { head: { start, end: from.end } } : {}
    for (const piece of inPieces(text, { start, end }, chars_max - (from.end - from.start) - 1))
      add(kind, piece, { ...fence, ...more })
  }
  /** Whether there is an empty line before a line. */
  const isApart = (position: number) => {
    const [before, line] = [lines[position - 1], lines[position]]
    return !!before && !!line && text.slice(before.end, line.start).split('\n').length > 2
  }
  const takeWhile = (isIn: (line: Line, position: number) => boolean): Line => {
    let last = lines[at] ?? { start: 0, end: 0, text: '' }
    for (at++; at < lines.length; at++) {
      const line = lines[at]
      if (!line || !isIn(line, at)) break
      last = line
    }
    return last
  }
  while (at < lines.length) {
    const line = lines[at]
    if (!line) break
    if (readHeading(line.text)) {
      section++
      block++
      put('heading', line, line, { section, leadsOn: true })
      at++
    } else if (FENCE.test(line.text)) {
      block++
      let isOpen = true
      put(
        'code',
        line,
        takeWhile(({ text: inner }) => {
          if (!isOpen) return false
          if (FENCE.test(inner)) isOpen = false
          return true
        }),
        { leadsOn: false },
      )
    } else if (ROW.test(line.text)) {
      block++
      readTable(line)
    } else if (ITEM.test(line.text)) {
      block++
      readList(line)
    } else {
      block++
      readText(line)
    }
  }
  return atoms

  function readTable(first: Line) {
    const rule = lines[at + 1]
    const hasHead = rule !== undefined && TABLE_RULE.test(rule.text)
    const head = hasHead ? { start: first.start, end: rule.end } : undefined
    if (hasHead) {
      put('row', first, rule, { leadsOn: true })
      at += 2
    }
    for (let row = lines[at]; row && ROW.test(row.text); row = lines[++at])
      put('row', row, row, { leadsOn: false, ...(head ? { head } : {}) })
  }
  function readList(first: Line) {
    const indent = indentOf(first)
    const isInside = (line: Line, position: number) =>
      indentOf(line) > indent + 1 ||
      (!ITEM.test(line.text) && !isApart(position) && !readHeading(line.text) && !ROW.test(line.text))
    for (let item = lines[at]; item && ITEM.test(item.text) && indentOf(item) <= indent + 1; item = lines[at])
      put('item', item, takeWhile(isInside), { leadsOn: false })
  }
  function readText(first: Line) {
    const last = takeWhile(
      (line, position) =>
        !isApart(position) &&
        !readHeading(line.text) &&
        !FENCE.test(line.text) &&
        !ROW.test(line.text) &&
        !ITEM.test(line.text),
    )
    const { start } = first
    if (last.end - start <= chars_max) return put('text', first, last)
    for (const unit of sentenceUnits(text.slice(start, last.end)))
      for (const piece of inPieces(text, { start: start + unit.start, end: start + unit.end }, chars_max))
        add('text', piece)
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

/** What can be quoted around each atom: grown to what announces it, then forward, then back, within its section. */
export function windowsOf(atoms: readonly Atom[], chars_max: number): Window[] {
  const matches = new Map<string, Window>()
  for (const position of atoms.keys()) {
    const window = windowAround(atoms, position, chars_max)
    if (window) matches.set(`${window.first}-${window.last}`, window)
  }
  return [...matches.values()]
}

function windowAround(atoms: readonly Atom[], position: number, chars_max: number): Window | undefined {
  const own = atoms[position]
  if (!own || own.kind === 'heading') return undefined
  const headChars = (first: number) => {
    const { head, start } = atoms[first] ?? own
    return head && start > head.end ? head.end - head.start + 1 : 0
  }
  const fits = (first: number, last: number) => {
    const [from, to] = [atoms[first], atoms[last]]
    if (!from || !to || from.section !== own.section || to.section !== own.section) return false
    return to.end - from.start + headChars(first) <= chars_max
  }
  let first = position
  let last = position
  // A list or a table with the line that announces it, if all of it up to here fits.
  let opening = position
  while (opening > 0 && atoms[opening - 1]?.block === own.block) opening--
  if (atoms[opening - 1]?.leadsOn) opening--
  if (atoms[opening - 1]?.kind === 'heading') opening--
  if (fits(opening, last)) first = opening
  while (fits(first, last + 1)) last++
  while (fits(first - 1, last)) first--
  // Drops an end that announces text that didn't fit, and a start inside a list whose first items didn't.
  while (last > position && atoms[last]?.leadsOn) last--
  if (atoms[last]?.leadsOn && last > first && atoms[last + 1]) last--
  const [from, to] = [atoms[first], atoms[last]]
  if (!from || !to) return undefined
  const head = headChars(first) ? from.head : undefined
  return { first, last, start: from.start, end: to.end, head }
}
