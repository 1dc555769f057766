import { fieldText, type Locale, Problem } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { csvLine, csvStart } from '#platform/files/csv.ts'
import { findImport, type Key, listErrors, rowsBefore } from './store.ts'

const rowsPerRead = 500
async function* errorLines(
  ctx: Context,
  key: Key,
  contactImport: NonNullable<Awaited<ReturnType<typeof findImport>>>,
  locale: Locale,
): AsyncGenerator<string> {
  yield csvStart(['row', 'error', ...contactImport.header])
  for (let after = 0; ;) {
    const rows = await listErrors(ctx.db, key, after, rowsPerRead)
    yield rows
      .map(({ row_number, errors, cells }) => {
        const codes = Object.values(errors).flat()
        return csvLine([
          // The number of the row in the file.
          row_number + rowsBefore(contactImport),
          codes.map((code) => fieldText(locale, code)).join(' '),
          ...cells,
        ])
      })
      .join('')
    after = rows.at(-1)?.row_number ?? 0
    if (rows.length < rowsPerRead) return
  }
}

/** The rejected rows as a file. @throws Problem `not_found` */
export async function openErrors(ctx: Context, key: Key, locale: Locale) {
  const contactImport = await findImport(ctx.db, key)
  if (!contactImport) throw new Problem('not_found')
  return { file_name: 'import-errors.csv', content: errorLines(ctx, key, contactImport, locale) }
}
