import {
  attribute,
  childElements,
  type Element,
  hasText,
  isElement,
  isText,
  type LeavesOut,
  type Node,
  textIn,
} from './document.ts'
import { pictureName } from './picture-names.ts'
import { shortLine } from './short-text.ts'
import { isPanelTitle } from './titles/titles.ts'

/* Lists of short values that aren't marked as tables: prices and opening hours in boxes, and terms with a value. */

const cell_chars_max = 80
const value_chars_max = 60
const rows_min = 3
const columns = { min: 2, max: 4 }
const row_tags = new Set(['div', 'li', 'p'])
const cell_tags = new Set(['div', 'span', 'p', 'strong', 'b', 'em', 'time', 'small'])
/** What isn't part of a value. */
const not_cell_tags = new Set('h1 h2 h3 h4 h5 h6 ul ol dl table pre form input img details button'.split(' '))

const isSpace = (node: Node) => isText(node) && !/\S/.test(node.value)

function isCell(element: Element, isLeftOut: LeavesOut): boolean {
  if (!cell_tags.has(element.tagName)) return false
  const line = shortLine(element, cell_chars_max, isLeftOut)
  return (
    line !== undefined &&
    !line.isBroken &&
    !line.text.endsWith('?') &&
    line.tags.isDisjointFrom(not_cell_tags) &&
    !isPanelTitle(element, isLeftOut)
  )
}

/** The cells of a box that only consists of two to four short texts side by side. */
function cellsOf(node: Node, isLeftOut: LeavesOut): Element[] | undefined {
  if (!isElement(node) || !row_tags.has(node.tagName) || isLeftOut(node)) return undefined
  if (node.childNodes.some((child) => isText(child) && !isSpace(child))) return undefined
  const cells = childElements(node, isLeftOut)
  if (cells.length < columns.min || cells.length > columns.max) return undefined
  const isWithoutText = (cell: Element, index: number) =>
    index > 0 ? pictureName(cell) !== undefined : isCorner(cell)
  const mayLackText = (cell: Element) => cells.length > columns.min && cell_tags.has(cell.tagName)
  const areCells = cells.every(
    (cell, index) => isCell(cell, isLeftOut) || (mayLackText(cell) && isWithoutText(cell, index)),
  )
  if (!areCells) return undefined
  const lines = cells.flatMap((cell) => shortLine(cell, cell_chars_max, isLeftOut) ?? [])
  const isLinked = lines.some(({ tags }) => tags.has('a'))
  // Links beside a short text are a menu, unless they are phone numbers or have a price.
  return isLinked && !lines.some(({ text }) => /[\d@]/.test(text)) ? undefined : cells
}

/** An empty cell above the names of the rows and beside those of the columns. */
const isCorner = (cell: Element) => !cell.childNodes.some(isElement) && !hasText(cell)

interface Grid {
  /** The number of nodes it takes up. */
  length: number
  rows: Element[][]
  /** Whether the first row names the columns. */
  hasHead: boolean
}

/** Finds a run of boxes with the same number of short texts that starts at a node: a table without its tags. */
export function readGrid(nodes: readonly Node[], from: number, isLeftOut: LeavesOut): Grid | undefined {
  const rows: Element[][] = []
  let end = from
  for (let index = from; index < nodes.length; index++) {
    const node = nodes[index]
    if (!node || isSpace(node)) continue
    const cells = cellsOf(node, isLeftOut)
    if (!cells || (rows[0] && (cells.length !== rows[0].length || cells.some(isCorner)))) break
    rows.push(cells)
    end = index + 1
  }
  const hasHead = rows[0]?.some(isCorner) ?? false
  return rows.length >= rows_min ? { length: end - from, rows, hasHead } : undefined
}

const cell_roles = new Set(['cell', 'gridcell', 'columnheader', 'rowheader'])
const role_cell_chars_max = 200
const roleOf = (element: Element) => attribute(element, 'role') ?? ''

/** A long cell, or one with blocks of its own, is layout. An empty one isn't. */
const isDataCell = (cell: Element, isLeftOut: LeavesOut) => {
  const line = shortLine(cell, role_cell_chars_max, isLeftOut)
  return line ? line.tags.isDisjointFrom(not_cell_tags) : !hasText(cell)
}

/** The rows of a table made of boxes with the roles of one; undefined if it has text outside its cells. */
export function readRoleTable(table: Element, isLeftOut: LeavesOut): Element[][] | undefined {
  if (roleOf(table) !== 'table' && roleOf(table) !== 'grid') return undefined
  const isRow = (element: Element) => roleOf(element) === 'row'
  const rows = childElements(table, isLeftOut)
    .flatMap((child) => (isRow(child) ? [child] : childElements(child, isLeftOut).filter(isRow)))
    .map((row) => childElements(row, isLeftOut).filter((cell) => cell_roles.has(roleOf(cell))))
    .filter(({ length }) => length > 0)
  const cells = rows.flat()
  if (rows.length < 2 || !cells.every((cell) => isDataCell(cell, isLeftOut))) return undefined
  const letters = (element: Element) => textIn(element, isLeftOut).replace(/\s+/g, '')
  return letters(table) === cells.map(letters).join('') ? rows : undefined
}

/** The rows of a definition list whose terms have short values, such as opening hours; undefined for other lists. */
export function readTermValues(list: Element, isLeftOut: LeavesOut): Element[][] | undefined {
  const parts = childElements(list, isLeftOut).flatMap((child) =>
    child.tagName === 'div' ? childElements(child, isLeftOut) : [child],
  )
  if (parts.length < columns.min * 2 || parts.length % 2) return undefined
  const rows: Element[][] = []
  for (let index = 0; index < parts.length; index += 2) {
    const [term, value] = [parts[index], parts[index + 1]]
    if (term?.tagName !== 'dt' || value?.tagName !== 'dd') return undefined
    if (!isTerm(term, isLeftOut) || !isValue(value, isLeftOut)) return undefined
    rows.push([term, value])
  }
  return rows
}
const isTerm = (element: Element, isLeftOut: LeavesOut) => {
  const line = shortLine(element, value_chars_max, isLeftOut)
  const isCode = attribute(element, 'id') !== undefined || line?.tags.has('code')
  return !!line && !line.isBroken && !isCode && !/^-|\?$/.test(line.text)
}
const isValue = (element: Element, isLeftOut: LeavesOut) => {
  const line = shortLine(element, value_chars_max, isLeftOut)
  return !!line && !line.isBroken && line.tags.isDisjointFrom(not_cell_tags) && !/[.!?:;]$/.test(line.text)
}
