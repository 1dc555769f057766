import { CsvError, parse } from 'csv-parse/sync'
import { decode } from './encoding.ts'
import { oneLine, visible } from './document.ts'
import { ExtractionError } from './extraction-error.ts'

const rows_max = 50_000
const columns_max = 100
/** A row that is longer has lost its closing quote. */
const row_chars_max = 100_000
/** A row with more text than this is written as a section of its own, not as a row of a table. */
const table_row_chars_max = 400
const delimiters = [',', ';', '\t', '|'] as const

/** The delimiter that occurs most often in the first rows, outside of quotes. */
function findDelimiter(text: string): string {
  const counts = new Map<string, number>()
  let isQuoted = false
  let rows = 0
  for (const sign of text.slice(0, row_chars_max)) {
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '\n' && ++rows > 10) break
    else counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  const times = (sign: string) => counts.get(sign) ?? 0
  return delimiters.reduce<string>((best, sign) => (times(sign) > times(best) ? sign : best), delimiters[0])
}

/**
 * Reads the rows of a CSV file, the column names first. The first row may be `sep=;`, as Excel writes it.
 *
 * @throws ExtractionError `bad_encoding`, `broken_file`, or `too_large` for too many rows or columns.
 */
export function readRows(bytes: Uint8Array, limits: { rows_max: number } = { rows_max }): string[][] {
  const text = visible(decode(bytes, 'text/csv')).replace(/^sep=.\r?\n/i, '')
  let rows: string[][]
  try {
    rows = parse(text, {
      delimiter: findDelimiter(text),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: row_chars_max,
      to: limits.rows_max + 1,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ExtractionError('broken_file')
  }
  const filled = rows.filter((row) => row.some(Boolean))
  if (filled.length > limits.rows_max || filled.some((row) => row.length > columns_max))
    throw new ExtractionError('too_large')
  return filled
}

/** Writes the rows of a CSV file as a table, or as a section each where they hold longer texts. */
export function readCsv(bytes: Uint8Array): { title: null; text: string } {
  const [head = [], ...rows] = readRows(bytes)
  if (!rows.length) throw new ExtractionError('no_text')
  const isLong = rows.some((row) => row.join('').length > table_row_chars_max)
  return { title: null, text: isLong ? sections(head, rows) : table(head, rows) }
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const write = (row: readonly string[]) =>
    `| ${head.map((_, column) => oneLine(row[column] ?? '').replaceAll('|', '\\|')).join(' | ')} |`
  return [write(head), `| ${head.map(() => '-').join(' | ')} |`, ...rows.map(write)].join('\n')
}

const heading_chars_max = 200
function sections(head: readonly string[], rows: readonly string[][]): string {
  return rows
    .map((row) => {
      const [name = '', ...rest] = row
      const isName = name.length > 0 && name.length <= heading_chars_max
      const cells = (isName ? rest : row).flatMap((cell, index) => {
        const label = head[isName ? index + 1 : index] ?? ''
        return cell ? [label ? `${oneLine(label)}: ${cell}` : cell] : []
      })
      return [...(isName ? [`## ${oneLine(name)}`] : []), ...cells].join('\n\n')
    })
    .join('\n\n')
}
