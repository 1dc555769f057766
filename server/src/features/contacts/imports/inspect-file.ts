import { importLimits, Problem } from '@ozvi/contract'
import type { contactFields } from '#features/contacts'
import type { Context } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { isHeader } from './column-mapping.ts'
import { csvRows, type Dialect, detectDelimiter, encodingFromBom, isUnreadable } from './csv-file.ts'

/* Detects how an uploaded file is to be read. */

const samplesShown = 5
const lookedAtBytes = 64 * 1024

async function readStored(ctx: Context, file_key: string) {
  const file = await ctx.files.get(file_key)
  if (!file) throw new Problem('not_found')
  return file.stream
}
async function readHead(ctx: Context, file_key: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of await readStored(ctx, file_key)) {
    // A byte stream without an encoding.
    const bytes = chunk as Buffer
    chunks.push(bytes)
    size += bytes.length
    if (size >= lookedAtBytes) break
  }
  return Buffer.concat(chunks)
}
type ContactFields = Awaited<ReturnType<typeof contactFields.list>>
/**
 * Reads the whole file once: its header, as wide as the widest row (empty names if it has none), some rows, and
 * their number.
 */
async function survey(ctx: Context, file_key: string, fields: ContactFields, dialect: Dialect) {
  const { rows_max, columns_max } = importLimits
  let first: string[] | undefined
  let has_header = false
  let width = 0
  let blank_rows = 0
  let rows_total = 0
  const samples: string[][] = []
  for await (const row of csvRows(await readStored(ctx, file_key), dialect)) {
    width = Math.max(width, row.findLastIndex(Boolean) + 1)
    if (width === 0) blank_rows++
    else {
      const isFirst = !first
      first ??= row
      if (isFirst) has_header = isHeader(row, fields)
      if (isFirst && has_header) continue
      if (samples.length < samplesShown) samples.push(row)
      rows_total++
    }
    if (Math.max(rows_total, blank_rows) > rows_max) throw validationError('file', `import_rows:${rows_max}`)
  }
  if (!first || rows_total === 0) throw validationError('file', 'import_empty')
  if (first.length > columns_max) throw validationError('file', 'import_unreadable')
  const columns = Math.min(Math.max(first.length, width), columns_max)
  const names = has_header ? first : []
  const header = Array.from({ length: columns }, (_, index) => names[index] ?? '')
  return { ...dialect, header, has_header, blank_rows, samples, rows_total }
}
/** @throws Problem `invalid_input` on `file` */
export async function inspectFile(ctx: Context, file_key: string, fields: ContactFields) {
  const head = await readHead(ctx, file_key)
  const marked = encodingFromBom(head)
  // A spreadsheet, picture or archive: text contains no such bytes.
  if (!marked && head.includes(0)) throw validationError('file', 'import_unreadable')
  const delimiter = detectDelimiter(new TextDecoder(marked ?? 'utf-8').decode(head))
  try {
    return await survey(ctx, file_key, fields, { encoding: marked ?? 'utf-8', delimiter })
  } catch (error) {
    if (!isUnreadable(error)) throw error
    if (marked || !(error instanceof TypeError)) throw validationError('file', 'import_unreadable')
  }
  // Not UTF-8: try the encoding of Central European spreadsheets.
  try {
    return await survey(ctx, file_key, fields, { encoding: 'windows-1250', delimiter })
  } catch (error) {
    throw isUnreadable(error) ? validationError('file', 'import_unreadable') : error
  }
}

/** The first row that isn't blank. @throws Problem `not_found` */
export async function readFirstRow(
  ctx: Context,
  { file_key, encoding, delimiter }: Dialect & { file_key: string | null },
): Promise<string[]> {
  if (!file_key) throw new Problem('not_found')
  for await (const row of csvRows(await readStored(ctx, file_key), { encoding, delimiter }))
    if (row.some(Boolean)) return row
  return []
}
