import type { Context } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { TaskFailed, tasksOf } from '#platform/threads/index.ts'
import { failureOf } from './extract/extractor.ts'
import { uploadRefusal } from './service.ts'

const rowsTask = tasksOf<typeof import('./extract/table-rows.ts')>(
  new URL('./extract/table-rows.ts', import.meta.url),
)

/**
 * The cells of a CSV file or of copied cells, by row.
 *
 * @throws Problem `invalid_input` on `field`
 */
export async function readTable(
  ctx: Context,
  bytes: Uint8Array,
  { field, rows_max }: { field: string; rows_max: number },
): Promise<string[][]> {
  try {
    return await ctx.threads.requests.run(rowsTask('readTableRows'), { bytes, rows_max })
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error
    const refusal = uploadRefusal(failureOf(error))
    throw refusal ? validationError(field, refusal) : error
  }
}
