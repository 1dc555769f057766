import type { ContactImport, ImportPlan } from '@ozvi/contract'
import { builtInFields } from '#features/contacts'
import { type Known, readRow, type RowValues } from './row-values.ts'
import type * as store from './store.ts'

/* Decides what happens to rows of a file, the same way when counting and when writing. */

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

/** The values of a row that change the contact. */
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
/** The unique names a row claims. */
const namesOf = (values: RowValues, { match_by }: ImportPlan): string[] =>
  [
    values[match_by] ? `${match_by} ${values[match_by]}` : '',
    values.external_id ? `external_id ${values.external_id}` : '',
  ].filter(Boolean)
/** The names claimed by accepted rows, for a run that continues after them. */
export const claimsOf = (rows: readonly Row[], plan: ImportPlan, known: Known): string[] =>
  rows.flatMap(({ cells }) => namesOf(readRow(cells, plan.columns, known).values, plan))

/** The contacts a row refers to. */
interface Meant {
  /** The contact matched by the row. */
  held: store.Held | undefined
  /** The contact with the row's external id. */
  holder: store.Held | undefined
  /** Names this row claims; an earlier row of the same import may already have them. */
  names: readonly string[]
}
/** Why a row with valid values is rejected, as a field and a code; undefined if it isn't. */
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

/** Earlier rows, and how contacts are found. */
interface Ground extends store.Finding {
  /** Names claimed by rows of the whole file; extended. */
  seen: Set<string>
  /** Filters to contacts of earlier rows. */
  imported: (ids: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Decides on rows, in order. */
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
