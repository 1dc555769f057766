import type { ContactImport, ImportPlan } from '@ozvi/contract'
import { builtInFields } from '#features/contacts'
import { type Known, readRow, type RowValues } from './row-values.ts'
import type * as store from './store.ts'

/* What is to become of rows of a file: decided alike where they are only counted and where they are written. */

export interface Row {
  row_number: number
  cells: readonly string[]
}
export type Counts = Pick<ContactImport, 'created' | 'updated' | 'skipped' | 'failed'>
interface News {
  before: store.Written
  after: store.Written
}
type Good = Row & { values: RowValues }
interface Judged {
  created: Good[]
  updated: (Good & { held: store.Held; news: News })[]
  skipped: number
  refused: store.Refused[]
}
export const countsOf = ({ created, updated, skipped, refused }: Judged): Counts => ({
  created: created.length,
  updated: updated.length,
  skipped,
  failed: refused.length,
})

/** What of a row is news of somebody. */
function newsOf(held: store.Held, values: RowValues): News {
  const before: store.Written = {}
  const after: store.Written = {}
  for (const field of builtInFields) {
    const value = values[field]
    if (value === undefined || value === held[field]) continue
    before[field] = held[field]
    after[field] = value
  }
  for (const [id, value] of Object.entries(values.fields)) {
    if (held.fields[id] === value) continue
    before[`fields.${id}`] = held.fields[id] ?? null
    after[`fields.${id}`] = value
  }
  const added = values.tag_ids.filter((id) => !held.tag_ids.includes(id))
  if (added.length > 0) after['tag_ids'] = [...new Set(added)]
  return { before, after }
}
/** What a row lays claim to. */
const namesOf = (values: RowValues, { match_by }: ImportPlan): string[] =>
  [
    values[match_by] ? `${match_by} ${values[match_by]}` : '',
    values.external_id ? `external_id ${values.external_id}` : '',
  ].filter(Boolean)
/** The same of rows that were not refused, for a run that goes on after them. */
export const claimsOf = (rows: readonly Row[], plan: ImportPlan, known: Known): string[] =>
  rows.flatMap(({ cells }) => namesOf(readRow(cells, plan.columns, known).values, plan))

/** Whom a row of the file means. */
interface Meant {
  /** Who is known by the row's word. */
  held: store.Held | undefined
  /** Who has the row's external id. */
  holder: store.Held | undefined
  /** What this row lays claim to; an earlier one of the same import may have it already. */
  names: readonly string[]
}
/** What speaks against a row whose values are good by themselves, as a field and a code; undefined: nothing. */
function refusalOf(
  values: RowValues,
  { match_by, on_known }: ImportPlan,
  { held, holder, names }: Meant,
  seen: ReadonlySet<string>,
  imported: ReadonlySet<string>,
): [field: string, code: string] | undefined {
  if (names.some((name) => seen.has(name)) || (held && imported.has(held.id)))
    return [match_by, 'import_duplicate']
  if (holder && holder.id !== held?.id)
    return ['external_id', imported.has(holder.id) ? 'import_duplicate' : 'external_id_taken']
  const isOther = held?.external_id && values.external_id && held.external_id !== values.external_id
  return on_known === 'update' && isOther ? ['external_id', 'external_id_differs'] : undefined
}

/** What is known of earlier rows, and how contacts are found. */
interface Ground extends store.Finding {
  /** What rows of the whole file have laid claim to; it grows. */
  seen: Set<string>
  /** Of these contacts, those whom an earlier row was about. */
  imported: (ids: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Decides on some rows, in their order. */
export async function judgeRows(
  rows: readonly Row[],
  plan: ImportPlan,
  known: Known,
  { seen, ...ground }: Ground,
): Promise<Judged> {
  const judged: Judged = { created: [], updated: [], skipped: 0, refused: [] }
  const good: Good[] = []
  for (const row of rows) {
    const { values, errors } = readRow(row.cells, plan.columns, known)
    if (Object.keys(errors).length > 0) judged.refused.push({ ...row, errors })
    else good.push({ ...row, values })
  }
  const byId = new Map(
    (await ground.byExternalId(good.flatMap(({ values }) => values.external_id ?? []))).map((held) => [
      held.external_id,
      held,
    ]),
  )
  const byEmail = new Map(
    plan.match_by === 'email'
      ? (await ground.byEmail(good.flatMap(({ values }) => values.email ?? [])))
          .reverse()
          .map((held) => [held.email?.toLowerCase(), held])
      : [],
  )
  const there = [...byId.values(), ...byEmail.values()]
  const imported = await ground.imported(there.map(({ id }) => id))
  for (const row of good) {
    const { values } = row
    const held = plan.match_by === 'email' ? byEmail.get(values.email) : byId.get(values.external_id ?? '')
    const holder = byId.get(values.external_id ?? '')
    const names = namesOf(values, plan)
    const refusal = refusalOf(values, plan, { held, holder, names }, seen, imported)
    if (refusal) {
      const [field, code] = refusal
      judged.refused.push({ ...row, errors: { [field]: [code] } })
      continue
    }
    for (const name of names) seen.add(name)
    if (!held) {
      judged.created.push(row)
      continue
    }
    const news = newsOf(held, values)
    if (plan.on_known === 'skip' || Object.keys(news.after).length === 0) judged.skipped++
    else judged.updated.push({ ...row, held, news })
  }
  return judged
}
