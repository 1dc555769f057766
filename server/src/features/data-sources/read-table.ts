import type { Context } from '#platform/context/context.ts'
import { tasksOf } from '#platform/threads/index.ts'
import { withFileErrors } from './service.ts'

const rowsTask = tasksOf<typeof import('./extract/table-rows.ts')>(
  new URL('./extract/table-rows.ts', import.meta.url),
)

/**
 * The cells of a CSV file or of copied cells, by row.
 *
 * @throws Problem `invalid_input` on `field`
 */
export const readTable = (
  ctx: Context,
  bytes: Uint8Array,
  { field, rows_max }: { field: string; rows_max: number },
): Promise<string[][]> =>
  withFileErrors(ctx.threads.requests.run(rowsTask('readTableRows'), { bytes, rows_max }), field)
