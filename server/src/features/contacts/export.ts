import type * as contract from '@ozvi/contract'
import type { ContactRecord } from '@ozvi/contract'
import type * as z from 'zod/mini'
import { findMember, type MemberActor } from '#features/integrations'
import { findTags } from '#features/tags'
import type { Context } from '#platform/context.ts'
import { csvLine, csvStart } from '#platform/csv.ts'
import { listFields } from './field-store.ts'
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
  'phone',
  'company',
  'city',
  'country',
  'external_id',
] as const satisfies (keyof ContactRecord)[]

const rowsPerRead = 500
/**
 * The whole list as CSV, read in pieces, newest contact first: what every contact has, the owner and the tags by
 * name, then the team's own fields.
 */
export async function* exportContacts(
  ctx: Context,
  { integration_id }: MemberActor,
  filter: z.infer<typeof contract.ContactFilter>,
): AsyncGenerator<string> {
  const fields = await listFields(ctx.db, integration_id)
  yield csvStart([...columns, 'owner', 'tags', ...fields.map(({ name }) => name)])
  let after: store.Place | undefined
  for (;;) {
    const rows = await store.listContacts(ctx.db, integration_id, {
      ...filter,
      // unlike the time of the last visit, it stays while pieces are read
      sort: 'first_seen',
      after,
      limit: rowsPerRead,
    })
    const tag_ids = [...new Set(rows.flatMap((row) => row.tag_ids))]
    const tags = await findTags(ctx.db, integration_id, tag_ids)
    const owners = new Map<string, string>()
    for (const id of new Set(rows.flatMap(({ owner_id }) => owner_id ?? [])))
      owners.set(id, (await findMember(ctx.db, integration_id, id))?.name ?? '')
    const lineOf = (row: (typeof rows)[number]) =>
      csvLine([
        ...columns.map((name) => row[name]),
        owners.get(row.owner_id ?? '') ?? null,
        row.tag_ids.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? []).join(', '),
        ...fields.map(({ id }) => {
          const value = row.fields[id] ?? null
          return typeof value === 'boolean' ? String(value) : value
        }),
      ])
    yield rows.map(lineOf).join('')
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerRead) return
    after = { id: last.id, value: last.place }
  }
}
