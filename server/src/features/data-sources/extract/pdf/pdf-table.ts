import type { PdfCell, PdfLine } from './pdf-lines.ts'
import { oneLine } from '../document.ts'

const rows_min = 2
const columns_max = 12
/** Lines per table; a longer table continues as another one. */
const lines_max = 400

interface Column {
  x: number
  end: number
}

/** Reads the table that starts at line `at`; undefined if there is none. */
export function tableIn(
  lines: readonly PdfLine[],
  at: number,
  isHeading: (line: PdfLine) => boolean,
): { text: string; lines: number } | undefined {
  const first = lines[at]
  if (!first || first.cells.length < 2 || first.is_mono) return undefined
  const width = first.cells.length
  const { rows, count } = readRows(lines.slice(at, at + lines_max), isHeading)
  if (rows.length < rows_min || (width === 2 && rows.length < 3)) return undefined
  const texts = rows.map((row) => Array.from({ length: width }, (_, column) => cellText(row[column])))
  const chars = texts.flat().reduce((sum, text) => sum + text.length, 0)
  if (chars / (rows.length * width) > 200) return undefined
  const [head = [], ...rest] = texts
  const written = [head, head.map(() => '-'), ...rest].map((cells) => `| ${cells.join(' | ')} |`)
  return { text: written.join('\n'), lines: count }
}

/** Reads rows with the columns of the first line, until a line doesn't fit. */
function readRows(
  lines: readonly PdfLine[],
  isHeading: (line: PdfLine) => boolean,
): { rows: PdfCell[][]; count: number } {
  const rows: PdfCell[][] = []
  const columns: Column[] = lines[0]?.cells.map(({ x, end }) => ({ x, end })) ?? []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const isEnd =
      isHeading(line) || line.cells.length > columns_max || (before !== undefined && !isNear(line, before))
    if (isEnd || !addLine(line, before, rows, columns)) return { rows, count: index }
  }
  return { rows, count: lines.length }
}

/** Adds a line as a row, or to the row above it. Returns false if it doesn't fit. */
function addLine(line: PdfLine, before: PdfLine | undefined, rows: PdfCell[][], columns: Column[]): boolean {
  if (line.cells.length === 1) {
    const isTight = before !== undefined && before.y - line.y < 1.6 * line.size
    return isTight && continueRow(rows.at(-1), line.cells[0], columns)
  }
  const row = place(line.cells, columns, line.size)
  if (row) rows.push(row)
  return row !== undefined
}

const cellText = (cell: PdfCell | undefined) => (cell ? oneLine(cell.text).replaceAll('|', '\\|') : '')

const isNear = (line: PdfLine, before: PdfLine) =>
  before.page === line.page && before.y >= line.y && before.y - line.y < 3 * line.size

/** Adds a cell without neighbors to the row above it. Returns false if it isn't part of that row. */
function continueRow(
  row: PdfCell[] | undefined,
  cell: PdfCell | undefined,
  columns: readonly Column[],
): boolean {
  if (!row || !cell) return false
  const column = columnOf(cell, columns)
  // Text only in the first column starts something new, unless it fits in the column.
  if (column < 0 || (column === 0 && !isWithin(cell, columns))) return false
  const previous = row[column]
  if (previous) previous.text = `${previous.text} ${cell.text}`
  else row[column] = { ...cell }
  return true
}

/** Whether a cell of the first column ends before the second one. */
function isWithin(cell: PdfCell, columns: readonly Column[]): boolean {
  const next = columns[1]
  return next === undefined || cell.end < next.x
}

/** Returns the index of the column that a cell overlaps most; -1 if none. */
function columnOf(cell: PdfCell, columns: readonly Column[]): number {
  const overlaps = columns.map(({ x, end }) => Math.min(cell.end, end) - Math.max(cell.x, x))
  const most = Math.max(...overlaps)
  return most > 0 ? overlaps.indexOf(most) : -1
}

/** Assigns the cells of a row to columns, which it widens; undefined if they don't fit. */
function place(cells: readonly PdfCell[], columns: Column[], size: number): PdfCell[] | undefined {
  const row: PdfCell[] = []
  for (const cell of cells) {
    const near = columns.findIndex(
      ({ x, end }) =>
        Math.abs(x - cell.x) < size ||
        Math.abs(end - cell.end) < size ||
        Math.abs((x + end) / 2 - (cell.x + cell.end) / 2) < size,
    )
    const at = near >= 0 ? near : columnOf(cell, columns)
    if (at < 0 || row[at]) return undefined
    row[at] = { ...cell }
  }
  for (const [index, cell] of row.entries()) {
    const column = columns[index]
    if (!cell || !column) continue
    column.x = Math.min(column.x, cell.x)
    column.end = Math.max(column.end, cell.end)
  }
  return row
}
