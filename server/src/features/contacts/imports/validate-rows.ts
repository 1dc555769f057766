import type { ContactImport, ImportPlan } from '@ozvi/contract'
import { builtInFields } from '#features/contacts'
import type { ErasedPeople } from './erased-people.ts'
import { type Lookup, readRow, type RowValues } from './row-values.ts'
import type * as store from './store.ts'

/* Validates rows of a file, the same way for the preview and for the import. */

export interface Row {
  row_number: number
  cells: readonly string[]
}
export type Counts = Pick<ContactImport, 'created' | 'updated' | 'skipped' | 'failed'>
interface RowChanges {
  before: store.Written
  after: store.Written
}
type ValidRow = Row & { values: RowValues }
interface ValidatedRow {
  created: ValidRow[]
  updated: (ValidRow & { contact: store.LockedContact; changes: RowChanges })[]
  skipped: number
  rejected: store.RejectedRow[]
}
export const countsOf = ({ created, updated, skipped, rejected }: ValidatedRow): Counts => ({
  created: created.length,
  updated: updated.length,
  skipped,
  failed: rejected.length,
})

/** Skips rows about people who were erased during the import. */
export function omitErased(
  { created, updated, skipped, rejected }: ValidatedRow,
  plan: ImportPlan,
  erased: ErasedPeople,
): ValidatedRow {
  const remaining = {
    created: created.filter(({ values }) => !erased.isErased(values)),
    updated: updated.filter(({ values }) => !erased.isErased(values)),
    rejected: rejected.filter(({ cells }) => !erased.isAbout(cells, plan)),
  }
  const all = created.length + updated.length + rejected.length
  const omitted = all - remaining.created.length - remaining.updated.length - remaining.rejected.length
  return { ...remaining, skipped: skipped + omitted }
}

/** The values of a row that change the contact. */
function changesOfRow(contact: store.LockedContact, values: RowValues): RowChanges {
  const before: store.Written = {}
  const after: store.Written = {}
  for (const field of builtInFields) {
    const value = values[field]
    if (value === undefined || value === contact[field]) continue
    before[field] = contact[field]
    after[field] = value
  }
  for (const [id, value] of Object.entries(values.fields)) {
    if (contact.fields[id] === value) continue
    before[`fields.${id}`] = contact.fields[id] ?? null
    after[`fields.${id}`] = value
  }
  const added = values.tag_ids.filter((id) => !contact.tag_ids.includes(id))
  if (added.length > 0) after['tag_ids'] = [...new Set(added)]
  return { before, after }
}
/** The unique names a row claims. */
const namesOf = (values: RowValues, { match_by }: ImportPlan): string[] =>
  [
    values[match_by] ? `${match_by} ${values[match_by]}` : '',
    values.external_id ? `external_id ${values.external_id}` : '',
  ].filter(Boolean)
/** The names claimed by accepted rows, for a run that continues after them. */
export const matchKeysOf = (rows: readonly Row[], plan: ImportPlan, lookup: Lookup): string[] =>
  rows.flatMap(({ cells }) => namesOf(readRow(cells, plan.columns, lookup).values, plan))

/** The contacts a row refers to. */
interface MatchedContact {
  /** The contact matched by the row. */
  contact: store.LockedContact | undefined
  /** The contact with the row's external id. */
  holder: store.LockedContact | undefined
  /** Names this row claims; an earlier row of the same import may already have them. */
  names: readonly string[]
}
/** Why a row with valid values is rejected, as a field and a code; undefined if it isn't. */
function rejectionOf(
  values: RowValues,
  { match_by, on_existing }: ImportPlan,
  { contact, holder, names }: MatchedContact,
  seen: ReadonlySet<string>,
  imported: ReadonlySet<string>,
): [field: string, code: string] | undefined {
  if (names.some((name) => seen.has(name)) || (contact && imported.has(contact.id)))
    return [match_by, 'import_duplicate']
  if (holder && holder.id !== contact?.id)
    return ['external_id', imported.has(holder.id) ? 'import_duplicate' : 'external_id_taken']
  const isOther = contact?.external_id && values.external_id && contact.external_id !== values.external_id
  return on_existing === 'update' && isOther ? ['external_id', 'external_id_differs'] : undefined
}

/** Earlier rows, and how contacts are found. */
interface MatchContext extends store.ContactLookup {
  /** Names claimed by rows of the whole file; extended. */
  seen: Set<string>
  /** Filters to contacts of earlier rows. */
  imported: (ids: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Decides on rows, in order. */
export async function validateRows(
  rows: readonly Row[],
  plan: ImportPlan,
  lookup: Lookup,
  { seen, ...ground }: MatchContext,
): Promise<ValidatedRow> {
  const result: ValidatedRow = { created: [], updated: [], skipped: 0, rejected: [] }
  const good: ValidRow[] = []
  for (const row of rows) {
    const { values, errors } = readRow(row.cells, plan.columns, lookup)
    if (Object.keys(errors).length > 0) result.rejected.push({ ...row, errors })
    else good.push({ ...row, values })
  }
  const byId = new Map(
    (await ground.byExternalId(good.flatMap(({ values }) => values.external_id ?? []))).map((contact) => [
      contact.external_id,
      contact,
    ]),
  )
  const byEmail = new Map(
    plan.match_by === 'email'
      ? (await ground.byEmail(good.flatMap(({ values }) => values.email ?? [])))
          .reverse()
          .map((contact) => [contact.email?.toLowerCase(), contact])
      : [],
  )
  const matching = [...byId.values(), ...byEmail.values()]
  const imported = await ground.imported(matching.map(({ id }) => id))
  for (const row of good) {
    const { values } = row
    const contact = plan.match_by === 'email' ? byEmail.get(values.email) : byId.get(values.external_id ?? '')
    const holder = byId.get(values.external_id ?? '')
    const names = namesOf(values, plan)
    const rejection = rejectionOf(values, plan, { contact, holder, names }, seen, imported)
    if (rejection) {
      const [field, code] = rejection
      result.rejected.push({ ...row, errors: { [field]: [code] } })
      continue
    }
    for (const name of names) seen.add(name)
    if (!contact) {
      result.created.push(row)
      continue
    }
    const changes = changesOfRow(contact, values)
    if (plan.on_existing === 'skip' || Object.keys(changes.after).length === 0) result.skipped++
    else result.updated.push({ ...row, contact, changes })
  }
  return result
}
