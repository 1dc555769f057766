import { attribute, type Element, isElement, oneLine, textIn } from './document.ts'
import { isAllBold } from './titles/titles.ts'

/* Rows, cells and heads of tables. */

const children = (node: Element, ...tags: string[]) =>
  node.childNodes.filter((child): child is Element => isElement(child) && tags.includes(child.tagName))
const rowsOf = (table: Element) => [
  ...children(table, 'thead', 'tbody', 'tfoot').flatMap((part) => children(part, 'tr')),
  ...children(table, 'tr'),
]
const cellsOf = (row: Element) => children(row, 'th', 'td')

type GridRow = (Element | undefined)[]
/** Bounds for hostile spans, which would fill the memory. */
const spanned_columns_max = 40
const repeated_cells_max = 5_000
/** A longer cell isn't repeated in every row that it spans. */
const repeated_chars_max = 100

/**
 * The cells of a table by row and column. A short cell that spans rows is in each of them, so that every row can be
 * read alone; one that spans columns is in the first. Columns that are empty in all rows are left out.
 */
export function gridOf(table: Element): GridRow[] {
  const rows = rowsOf(table)
  const spanning = new Map<number, { cell: Element | undefined; last_row: number }>()
  let repeats_left = repeated_cells_max
  const grid = rows.map((row, index) => {
    const line: GridRow = []
    const addSpanning = () => {
      for (;;) {
        const span = spanning.get(line.length)
        if (!span || span.last_row < index || repeats_left-- <= 0) return
        line.push(span.cell)
      }
    }
    for (const cell of cellsOf(row)) {
      addSpanning()
      const last_row = index + spanOf(cell, 'rowspan') - 1
      const isRepeated = last_row > index && oneLine(textIn(cell)).length <= repeated_chars_max
      spanning.set(line.length, { cell: isRepeated ? cell : undefined, last_row })
      line.push(cell)
      const columns_left = Math.min(spanOf(cell, 'colspan') - 1, spanned_columns_max - line.length)
      for (let left = columns_left; left > 0; left--) {
        spanning.set(line.length, { cell: undefined, last_row })
        line.push(undefined)
      }
    }
    addSpanning()
    return line
  })
  return withoutEmptyColumns(grid)
}
const spanOf = (cell: Element, name: 'rowspan' | 'colspan') => {
  const span = Number(attribute(cell, name) ?? 1)
  return Number.isInteger(span) && span > 0 ? span : 1
}

/** A label of a group of rows spans all columns: it doesn't count, and goes to the first column left. */
function withoutEmptyColumns(grid: GridRow[]): GridRow[] {
  const isLabel = ([first, ...rest]: GridRow) =>
    first !== undefined && rest.length > 0 && rest.every((cell) => cell === undefined)
  const used = new Set<number>()
  for (const row of grid)
    if (!isLabel(row))
      for (const [index, cell] of row.entries())
        if (cell && !used.has(index) && oneLine(textIn(cell)) !== '') used.add(index)
  return grid.map((row) => (isLabel(row) ? row.slice(0, 1) : row.filter((_, index) => used.has(index))))
}

/** Whether the first row of a table names the columns: all its cells are marked as heads or bold, or only the first is empty. */
export function isHead(table: Element): boolean {
  const [first = [], ...rest] = rowsOf(table).map(cellsOf)
  if (first.length < 2) return false
  const isNamed = (cell: Element) => oneLine(textIn(cell)) !== ''
  if (first.every(({ tagName }) => tagName === 'th')) return true
  const namedCells = first.filter(isNamed)
  if (namedCells.length > 1 && namedCells.every((cell) => cell.tagName === 'th' || isAllBold(cell)))
    return true
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
