import type { Breakdown, ReportRow } from '@ozvi/contract'
import { ReportTableQuery } from '@ozvi/contract/schemas'
import type * as z from 'zod/mini'
import { member, type MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { csvLine, csvStart } from '#platform/files/csv.ts'
import { download } from '#platform/http/download.ts'
import { listRowNames } from './row-names.ts'
import { getReportTable } from './service.ts'

const columns = [
  'conversations',
  'replied',
  'first_reply_median_s',
  'first_reply_p90_s',
  'resolved',
  'resolution_median_s',
  'reopened',
  'rated',
  'rating_average',
  'sla_met',
  'sla_missed',
] as const satisfies readonly (keyof ReportRow)[]

/** Two decimals at most: durations in seconds need none, ratings do. */
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)

async function* linesOf(
  by: Breakdown,
  rows: readonly ReportRow[],
  names: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield csvStart([by, ...columns])
  for (const row of rows)
    yield csvLine([
      row.key === null ? null : (names.get(row.key) ?? row.key),
      ...columns.map((column) => rounded(row[column])),
    ])
}

async function open(ctx: Context, actor: MemberActor, query: z.output<typeof ReportTableQuery>) {
  const rows = await getReportTable(ctx, actor, { ...query, integration_id: actor.integration_id })
  const names = await listRowNames(ctx.db, actor.integration_id, query.by)
  return { file_name: 'report.csv', content: linesOf(query.by, rows, names) }
}

/** A report's table as a file, with the same parameters as the table. */
export const reportExport = download({
  path: '/api/integration/:integration_id/report-export',
  operation_id: 'exportReport',
  guard: member('reports.see'),
  kind: 'csv',
  query: ReportTableQuery,
  open,
})
