import {
  type BuiltInColumn,
  type ConsentGiven,
  consentNames,
  type ContactAcquisition,
  type Locale,
  type CustomField,
  isBuiltInColumn,
  acquisitionNames,
  contactTextFieldNames,
  mapTextFields,
} from '@ozvi/contract'
import type * as schemas from '@ozvi/contract/schemas'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { findMember, type MemberActor, sessionOf } from '#features/integrations'
import { findTags } from '#features/tags'
import type { Context } from '#platform/context/context.ts'
import { csvLine, csvStart } from '#platform/files/csv.ts'
import { displayName } from '../display-name.ts'
import { contactFields } from '../profile/fields.ts'
import * as lists from './list-store.ts'
import { contactQueryOf } from '../service.ts'

type Row = Awaited<ReturnType<typeof lists.listContacts>>[number]
type Cell = string | number | null
/** Names by id. */
interface Names {
  owners: ReadonlyMap<string, string>
  /** Of the member who exports. */
  locale: Locale
  tags: readonly { id: string; name: string }[]
}
interface Column {
  name: string
  of: (row: Row, names: Names) => Cell
}

type Plain = 'id' | 'name' | 'email' | keyof ContactAcquisition | keyof ConsentGiven
const plain = <Name extends Plain>(name: Name): Column => ({
  name,
  of: (row) => row[name],
})
const builtIn: Record<BuiltInColumn, Column> = {
  kind: { name: 'kind', of: ({ kind }) => kind },
  last_seen: { name: 'last_seen_at', of: ({ last_seen_at }) => last_seen_at },
  first_seen: { name: 'first_seen_at', of: ({ first_seen_at }) => first_seen_at },
  conversations: { name: 'conversations', of: ({ conversations }) => conversations },
  visits: { name: 'visits', of: ({ visits }) => visits },
  tags: {
    name: 'tags',
    of: ({ tag_ids }, { tags }) =>
      tag_ids.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? []).join(', '),
  },
  owner_id: { name: 'owner', of: ({ owner_id }, { owners }) => owners.get(owner_id ?? '') ?? null },
  phone: { name: 'phone', of: ({ phone }) => phone },
  ...mapTextFields((name): Column => ({ name, of: (row) => row[name] })),
  country: { name: 'country', of: ({ country }) => country },
  locale: { name: 'locale', of: ({ locale }) => locale },
  external_id: { name: 'external_id', of: ({ external_id }) => external_id },
  verified: { name: 'verified', of: ({ verified_at }) => verified_at },
  import_file: plain('import_file'),
  first_page: plain('first_page'),
  referrer: plain('referrer'),
  utm_source: plain('utm_source'),
  utm_medium: plain('utm_medium'),
  utm_campaign: plain('utm_campaign'),
  utm_term: plain('utm_term'),
  utm_content: plain('utm_content'),
  device: plain('device'),
  browser: plain('browser'),
  operating_system: plain('operating_system'),
  time_zone: plain('time_zone'),
  consent_opened: plain('consent_opened_at'),
  consent_page: plain('consent_page_at'),
  consent_summary: plain('consent_summary'),
  consent_ended: plain('consent_ended_at'),
}
const ofField = ({ id, name }: CustomField): Column => ({
  name,
  of: ({ fields }) => {
    const value = fields[id] ?? null
    return typeof value === 'boolean' ? String(value) : value
  },
})
/** In a full export: the contact's own data first, then the team's. */
const everything: readonly BuiltInColumn[] = [
  'kind',
  'locale',
  'first_seen',
  'last_seen',
  'conversations',
  'visits',
  'phone',
  ...contactTextFieldNames,
  'country',
  'external_id',
  'verified',
  'owner_id',
  'tags',
  ...acquisitionNames,
  ...consentNames,
]
/** The name as shown on screens; imports read only `name`. */
const shownAs: Column = { name: 'display_name', of: (row, { locale }) => displayName(row, locale) }
/** Identity columns come first; unknown columns are skipped. */
function columnsOf(columnNames: string | undefined, fields: readonly CustomField[]): Column[] {
  const names =
    columnNames === undefined ? [...everything, ...fields.map(({ id }) => id)] : columnNames.split(',')
  const columns = [...new Set(names)].flatMap((name): Column[] =>
    isBuiltInColumn(name) ? [builtIn[name]] : fields.filter(({ id }) => id === name).map(ofField),
  )
  return [plain('id'), plain('name'), plain('email'), shownAs, ...columns]
}

const rowsPerRead = 500
/**
 * A list as CSV, read in batches, newest contact first: id, name, email and display name, then the requested
 * columns, with owner and tags by name.
 */
export async function* exportContacts(
  ctx: Context,
  actor: MemberActor,
  { columns: columnNames, ids, ...filter }: z.infer<typeof schemas.ContactsExported>,
): AsyncGenerator<string> {
  const { integration_id } = actor
  const columns = columnsOf(columnNames, await contactFields.list(ctx.db, integration_id))
  const conditions = [
    ...contactQueryOf(ctx, actor, filter),
    ...(ids ? [sql<boolean>`contact.id = any(${ids.split(',')}::uuid[])`] : []),
  ]
  yield csvStart(columns.map(({ name }) => name))
  let after: lists.Position | undefined
  for (;;) {
    const rows = await lists.listContacts(ctx.db, actor, {
      conditions,
      // unlike the last visit, it doesn't change while batches are read
      sort: 'first_seen',
      after,
      limit: rowsPerRead,
    })
    const tag_ids = [...new Set(rows.flatMap((row) => row.tag_ids))]
    const tags = await findTags(ctx.db, integration_id, tag_ids)
    const owners = new Map<string, string>()
    for (const id of new Set(rows.flatMap(({ owner_id }) => owner_id ?? [])))
      owners.set(id, (await findMember(ctx.db, integration_id, id))?.name ?? '')
    const names = { owners, tags, locale: sessionOf(actor).user.locale }
    yield rows.map((row) => csvLine(columns.map(({ of }) => of(row, names)))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerRead) return
    after = { id: last.id, value: last.place }
  }
}
