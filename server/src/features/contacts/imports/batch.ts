import type { ContactChange, ImportPlan } from '@ozvi/contract'
import { insertChange, updateContact } from '#features/contacts'
import type { Tx } from '#platform/context/context.ts'
import type { ErasedPeople } from './erased-people.ts'
import { type Counts, countsOf, omitErased, validateRows, type Row } from './validate-rows.ts'
import type { Lookup } from './row-values.ts'
import * as store from './store.ts'

export const customFieldOf = (key: string) => /^fields\.(.+)$/.exec(key)?.[1]

/** Writes values by field; null clears. */
export async function write(
  tx: Tx,
  integration_id: string,
  contact: store.LockedContact,
  written: store.Written,
  tag_ids: string[],
): Promise<void> {
  const fields: Record<string, string | null> = {}
  const values: Parameters<typeof updateContact>[3] = {}
  for (const [key, value] of Object.entries(written)) {
    const own = customFieldOf(key)
    if (Array.isArray(value)) continue
    if (own) values[own] = value
    // Fields that aren't custom are among `builtInFields`, whose values are strings.
    else fields[key] = value as string | null
  }
  const isTagged = tag_ids.join() !== contact.tag_ids.join()
  await updateContact(
    tx,
    { integration_id, contact_id: contact.id },
    { ...fields, ...(isTagged ? { tag_ids } : {}) },
    values,
  )
}

/** The changes shown in the timeline. */
function changesOf(
  { before, after }: { before: store.Written; after: store.Written },
  { fields, members, tags }: Lookup,
): ContactChange['changes'] {
  const shown = (key: string, value: store.Written[string]) => {
    if (Array.isArray(value))
      return value.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? []).join(', ')
    if (key === 'owner_id') return members.find(({ user_id }) => user_id === value)?.name ?? null
    return value
  }
  return Object.entries(after).map(([key, value]) => {
    const own = customFieldOf(key)
    return {
      field: own ?? (key === 'tag_ids' ? 'tags' : key),
      label: fields.find(({ id }) => id === own)?.name ?? null,
      before: shown(key, before[key] ?? null),
      after: shown(key, value),
    }
  })
}

interface ImportState {
  contactImport: { by_id: string; by_name: string; file_name: string }
  plan: ImportPlan
  lookup: Lookup
  /** Names claimed by earlier rows; those of these rows are added. */
  seen: Set<string>
  /** People whose rows are skipped. */
  erased: ErasedPeople
}
/** Imports rows. @returns counts by outcome */
export async function importRows(
  tx: Tx,
  key: store.Key,
  rows: readonly Row[],
  { contactImport, plan, lookup, seen, erased }: ImportState,
): Promise<Counts> {
  const { by_id, by_name, file_name } = contactImport
  const by = { user_id: by_id, name: by_name }
  const { integration_id } = key
  const validated = await validateRows(rows, plan, lookup, {
    ...store.lockingLookup(tx, integration_id),
    seen,
    imported: (ids) => store.findImported(tx, key, ids),
  })
  const result = omitErased(validated, plan, erased)
  const created: Parameters<typeof store.insertContacts>[1] = []
  const done: Parameters<typeof store.insertRows>[2] = []
  for (const { row_number, values } of result.created) {
    const contact_id = crypto.randomUUID()
    const { fields, tag_ids, ...addedValues } = values
    created.push({
      ...addedValues,
      integration_id,
      id: contact_id,
      kind: 'lead',
      locale: null,
      first_seen_at: null,
      last_seen_at: null,
      import_file: file_name,
      tag_ids: [...new Set(tag_ids)],
      fields: JSON.stringify(fields),
    })
    done.push({ contact_id, row_number, before: null, after: {} })
  }
  for (const { row_number, contact, changes } of result.updated) {
    const added = changes.after['tag_ids']
    await write(tx, integration_id, contact, changes.after, [
      ...contact.tag_ids,
      ...(Array.isArray(added) ? added : []),
    ])
    await insertChange(tx, { integration_id, contact_id: contact.id }, by, changesOf(changes, lookup))
    done.push({ contact_id: contact.id, row_number, ...changes })
  }
  await store.insertContacts(tx, created)
  await store.insertRows(tx, key, done)
  await store.insertErrors(tx, key, result.rejected)
  return countsOf(result)
}
