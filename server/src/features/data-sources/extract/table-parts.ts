import { attribute, type Element, isElement, oneLine, textIn } from './document.ts'
import { isAllBold } from './titles.ts'

/* Rows, cells and heads of tables. */

const named = (node: Element, ...tags: string[]) =>
  node.childNodes.filter((child): child is Element => isElement(child) && tags.includes(child.tagName))
export const rowsOf = (table: Element) => [
  ...named(table, 'thead', 'tbody', 'tfoot').flatMap((part) => named(part, 'tr')),
  ...named(table, 'tr'),
]
export const cellsOf = (row: Element) => named(row, 'th', 'td')

/** Whether the first row of a table names the columns: all its cells are marked as heads or bold, or only the first is empty. */
export function isHead(table: Element): boolean {
  const [first = [], ...rest] = rowsOf(table).map(cellsOf)
  if (first.length < 2) return false
  const isNamed = (cell: Element) => oneLine(textIn(cell)) !== ''
  if (first.every(({ tagName }) => tagName === 'th')) return true
  const named = first.filter(isNamed)
  if (named.length > 1 && named.every((cell) => cell.tagName === 'th' || isAllBold(cell))) return true
  const [corner, ...names] = first
  return (
    !!corner &&
    !isNamed(corner) &&
    names.every(isNamed) &&
    rest.every(([cell]) => cell !== undefined && isNamed(cell))
  )
}

export const isColumnHead = (cell: Element) => attribute(cell, 'role') === 'columnheader'

/** Rows and columns of short cells; a table around headings, lists or another table is a layout. */
export function isDataTable(table: Element): boolean {
  const rows = rowsOf(table)
  const cells = rows.flatMap(cellsOf)
  if (rows.length < 2 || !rows.some((row) => cellsOf(row).length > 1)) return false
  return cells.every((cell) => !holds(cell, layout_tags) && oneLine(textIn(cell)).length <= 1_000)
}
const layout_tags = new Set(['table', 'h1', 'h2', 'h3', 'h4', 'form', 'section', 'article', 'pre'])
const holds = (node: Element, tags: ReadonlySet<string>): boolean =>
  node.childNodes.some((child) => isElement(child) && (tags.has(child.tagName) || holds(child, tags)))
