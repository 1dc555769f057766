import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unescapeFormulas } from '#platform/files/csv.ts'

/* CSV files in any encoding and with any separator. */

export interface Dialect {
  /** Label of the encoding for `TextDecoder`. */
  encoding: string
  delimiter: string
}
/** A longer row has lost its closing quote. */
const recordCharsMax = 100_000
const delimiters = [',', ';', '\t', '|'] as const

/** Encoding by byte order mark or zero bytes; undefined if it may be UTF-8. */
export function encodingFromBom(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (bytes.length < 4) return undefined
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 1_000)
  for (let index = 0; index < length; index++)
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > length / 4 && even === 0) return 'utf-16le'
  if (even > length / 4 && odd === 0) return 'utf-16be'
  return undefined
}

/** The most frequent separator in the first rows, outside of quotes. */
export function detectDelimiter(text: string): string {
  const unquoted = text
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .slice(0, 10)
    .join('\n')
  const times = (sign: string) => unquoted.split(sign).length
  return delimiters.reduce((best, sign) => (times(sign) > times(best) ? sign : best))
}

/** @throws TypeError if the content isn't valid in the given encoding */
async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/**
 * Yields every row, starting with the header, with escaped formulas restored. @throws CsvError, or as
 * `decoded`
 */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: Dialect,
): AsyncGenerator<string[]> {
  const source = Readable.from(decoded(bytes, encoding))
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: recordCharsMax,
  })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    // Without `columns` or `objname` a record is an array of cells.
    for await (const row of parser as AsyncIterable<string[]>) yield row.map(unescapeFormulas)
  } finally {
    source.destroy()
    parser.destroy()
  }
}
export const isUnreadable = (error: unknown): boolean =>
  error instanceof CsvError || error instanceof TypeError
