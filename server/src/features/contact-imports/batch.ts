import type { ContactChange, ImportPlan } from '@ozvi/contract'
import { builtInFields, insertChange, updateContact } from '#features/contacts'
import type { Tx } from '#platform/context.ts'
import { type Known, readRow, type RowValues } from './row-values.ts'
import * as store from './store.ts'

export interface Row {
  row_number: number
  cells: readonly string[]
}

/** What of a row is news of somebody. */
function newsOf(held: store.Held, values: RowValues): { before: store.Written; after: store.Written } {
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
export const ownFieldOf = (key: string) => /^fields\.(.+)$/.exec(key)?.[1]

/** Writes what is told by field to somebody; null empties. */
export async function write(
  tx: Tx,
  integration_id: string,
  held: store.Held,
  told: store.Written,
  tag_ids: string[],
): Promise<void> {
  const fields: Record<string, string | null> = {}
  const values: Parameters<typeof updateContact>[3] = {}
  for (const [key, value] of Object.entries(told)) {
    const own = ownFieldOf(key)
    if (Array.isArray(value)) continue
    if (own) values[own] = value
    // What is not a field of the team's own is one of `builtInFields`, whose values are strings.
    else fields[key] = value as string | null
  }
  const isTagged = tag_ids.join() !== held.tag_ids.join()
  await updateContact(
    tx,
    { integration_id, contact_id: held.id },
    { ...fields, ...(isTagged ? { tag_ids } : {}) },
    values,
  )
}

/** What the timeline says of it. */
function changesOf(
  { before, after }: { before: store.Written; after: store.Written },
  { fields, members, tags }: Known,
): ContactChange['changes'] {
  const said = (key: string, value: store.Written[string]) =>
    Array.isArray(value)
      ? value.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? []).join(', ')
      : key === 'owner_id'
        ? (members.find(({ user_id }) => user_id === value)?.name ?? null)
        : value
  return Object.entries(after).map(([key, value]) => {
    const own = ownFieldOf(key)
    return {
      field: own ?? (key === 'tag_ids' ? 'tags' : key),
      label: fields.find(({ id }) => id === own)?.name ?? null,
      before: said(key, before[key] ?? null),
      after: said(key, value),
    }
  })
}

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

/** Imports some rows. @returns what became of them, in numbers */
export async function importRows(
  tx: Tx,
  key: store.Key,
  rows: readonly Row[],
  plan: ImportPlan,
  known: Known,
  by: { user_id: string; name: string },
) {
  const { integration_id } = key
  const refused: store.Refused[] = []
  const good: (Row & { values: RowValues })[] = []
  for (const row of rows) {
    const { values, errors } = readRow(row.cells, plan.columns, known)
    if (Object.keys(errors).length > 0) refused.push({ ...row, errors })
    else good.push({ ...row, values })
  }
  const emails = good.flatMap(({ values }) => values.email ?? [])
  const ids = good.flatMap(({ values }) => values.external_id ?? [])
  const byId = new Map(
    (await store.lockByExternalId(tx, integration_id, ids)).map((held) => [held.external_id, held]),
  )
  const byEmail = new Map(
    plan.match_by === 'email'
      ? (await store.lockByEmail(tx, integration_id, emails))
          .reverse()
          .map((held) => [held.email?.toLowerCase(), held])
      : [],
  )
  const there = [...byId.values(), ...byEmail.values()]
  const imported = await store.findImported(
    tx,
    key,
    there.map(({ id }) => id),
  )
  const seen = new Set<string>()
  const created: Parameters<typeof store.insertContacts>[1] = []
  const done: Parameters<typeof store.insertRows>[2] = []
  let updated = 0
  let skipped = 0
  for (const { row_number, cells, values } of good) {
    const word = values[plan.match_by]
    const held = plan.match_by === 'email' ? byEmail.get(values.email) : byId.get(values.external_id ?? '')
    const holder = byId.get(values.external_id ?? '')
    const names = [
      word ? `${plan.match_by} ${word}` : '',
      values.external_id ? `external_id ${values.external_id}` : '',
    ].filter(Boolean)
    const refusal = refusalOf(values, plan, { held, holder, names }, seen, imported)
    if (refusal) {
      const [field, code] = refusal
      refused.push({ row_number, cells, errors: { [field]: [code] } })
      continue
    }
    for (const name of names) seen.add(name)
    if (!held) {
      const contact_id = crypto.randomUUID()
      const { fields, tag_ids, ...said } = values
      created.push({
        ...said,
        integration_id,
        id: contact_id,
        kind: 'lead',
        tag_ids: [...new Set(tag_ids)],
        fields: JSON.stringify(fields),
      })
      done.push({ contact_id, row_number, before: null, after: {} })
      continue
    }
    const news = newsOf(held, values)
    if (plan.on_known === 'skip' || Object.keys(news.after).length === 0) {
      skipped++
      continue
    }
    const added = news.after['tag_ids']
    await write(tx, integration_id, held, news.after, [
      ...held.tag_ids,
      ...(Array.isArray(added) ? added : []),
    ])
    await insertChange(tx, { integration_id, contact_id: held.id }, by, changesOf(news, known))
    done.push({ contact_id: held.id, row_number, ...news })
    updated++
  }
  await store.insertContacts(tx, created)
  await store.insertRows(tx, key, done)
  await store.insertErrors(tx, key, refused)
  return { created: created.length, updated, skipped, failed: refused.length }
}
