import type * as contract from '@ozvi/contract'
import type { ContactRow } from '@ozvi/contract'
import type * as z from 'zod/mini'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context.ts'
import { csvLine, csvStart } from '#platform/csv.ts'
import * as store from './store.ts'

const columns = [
  'id',
  'name',
  'email',
  'kind',
  'locale',
  'first_seen_at',
  'last_seen_at',
  'conversations',
] as const satisfies (keyof ContactRow)[]

const rowsPerRead = 500
/**
 * The whole list as CSV, read in pieces, newest contact first.
 */
export async function* exportContacts(
  ctx: Context,
  { integration_id }: MemberActor,
  filter: z.infer<typeof contract.ContactFilter>,
): AsyncGenerator<string> {
  yield csvStart(columns)
  let after: store.Place | undefined
  for (;;) {
    const rows = await store.listContacts(ctx.db, integration_id, {
      ...filter,
      // unlike the time of the last visit, it stays while pieces are read
      sort: 'first_seen',
      after,
      limit: rowsPerRead,
    })
    yield rows.map((row) => csvLine(columns.map((name) => row[name]))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerRead) return
    after = { id: last.id, value: last.place }
  }
}
