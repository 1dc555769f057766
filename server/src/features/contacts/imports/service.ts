import { importTargets, type ImportDraft, type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { contactFields } from '#features/contacts'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { StoredUpload } from '#platform/http/upload.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { suggestMapping } from './column-mapping.ts'
import { inspectFile, readFirstRow } from './inspect-file.ts'
import { importJob } from './jobs.ts'
import { emitImport } from './emit-import.ts'
import * as store from './store.ts'

const nameChars = 200

export const listContactImports = (ctx: Context, { integration_id }: MemberActor) =>
  store.listImports(ctx.db, integration_id)

export async function uploadContactImport(
  ctx: Context,
  { integration_id, user_id, name: by_name }: MemberActor,
  { file_name, file_key }: StoredUpload,
): Promise<ImportDraft> {
  let isStored = false
  try {
    const fields = await contactFields.list(ctx.db, integration_id)
    const { samples, header, ...file } = await inspectFile(ctx, file_key, fields)
    const { encoding, delimiter, has_header } = file
    const columns = header.map((name, index) => ({
      name,
      samples: samples.map((row) => (row[index] ?? '').slice(0, 100)),
    }))
    const guesses = suggestMapping(columns, fields)
    const inserted = await ctx.transaction(async (tx) => {
      const row = await store.insertImport(tx, {
        integration_id,
        file_name: file_name.slice(-nameChars),
        file_key,
        ...file,
        header: JSON.stringify(header),
        by_id: user_id,
        by_name,
        created_at: isoNow(ctx),
      })
      await emitImport(tx, row)
      return row
    })
    isStored = true
    return {
      import: inserted,
      encoding,
      delimiter,
      has_header,
      columns: columns.map((column, index) => ({ ...column, guess: guesses[index] ?? null })),
    }
  } finally {
    if (!isStored) await ctx.files.remove(file_key)
  }
}

/** Changes the status only from one of these states; otherwise returns it unchanged. */
function change(
  ctx: Context,
  { integration_id }: MemberActor,
  { import_id }: { import_id: string },
  from: readonly contract.ImportStatus[],
  action: (
    tx: Tx,
    contactImport: NonNullable<Awaited<ReturnType<typeof store.lockImport>>>,
  ) => Promise<contract.ContactImport>,
) {
  const key = { integration_id, import_id }
  return ctx.transaction(async (tx) => {
    const contactImport = await store.lockImport(tx, key)
    if (!contactImport) throw new Problem('not_found')
    if (!from.includes(contactImport.status)) return contactImport
    const updated = await action(tx, contactImport)
    await emitImport(tx, updated)
    return updated
  })
}

/** @throws Problem `invalid_input` on `columns` */
async function checkPlan(
  tx: Tx,
  integration_id: string,
  { columns, match_by }: contract.ImportPlan,
  header: readonly string[],
): Promise<void> {
  const selectedTargets = columns.filter((target) => target !== null)
  const customFields = await contactFields.list(tx, integration_id)
  const isKnown = (target: string) =>
    importTargets.some((one) => one === target) || customFields.some(({ id }) => id === target)
  if (selectedTargets.length === 0 || columns.length > header.length)
    throw validationError('columns', 'import_no_columns')
  if (new Set(selectedTargets).size < selectedTargets.length)
    throw validationError('columns', 'import_column_twice')
  if (!selectedTargets.every(isKnown)) throw validationError('columns', 'field_unknown')
  if (!selectedTargets.includes(match_by)) throw validationError('columns', 'import_no_match')
}

/** The names of the columns, read again if only the plan says that the file has them. Empty without a header. */
async function namesOf(
  ctx: Context,
  contactImport: NonNullable<Awaited<ReturnType<typeof store.findImport>>>,
  has_header: boolean,
): Promise<string[]> {
  const { header } = contactImport
  if (has_header === contactImport.has_header) return header
  const names = has_header ? await readFirstRow(ctx, contactImport) : []
  return header.map((_, index) => names[index] ?? '')
}

/** Starts processing the rows: counting or writing. */
function start(
  ctx: Context,
  actor: MemberActor,
  { import_id, columns, match_by, on_existing, ...input }: Input<typeof contract.startContactImport>,
  status: 'checking' | 'running',
) {
  const key = { integration_id: actor.integration_id, import_id }
  const plan = { columns, match_by, on_existing }
  return change(ctx, actor, key, ['waiting', 'checked'], async (tx, contactImport) => {
    await checkPlan(tx, key.integration_id, plan, contactImport.header)
    const { has_header = contactImport.has_header } = input
    const rows_total = contactImport.rows_total + Number(contactImport.has_header) - Number(has_header)
    if (rows_total === 0) throw validationError('has_header', 'import_empty')
    const header = JSON.stringify(await namesOf(ctx, contactImport, has_header))
    if (status === 'running')
      await record(ctx, tx, actor, { action: 'contacts_imported', subject: contactImport.file_name })
    await tx.enqueue(importJob, key, { singleton_key: import_id })
    return store.resetImport(tx, key, { status, plan: JSON.stringify(plan), header, has_header, rows_total })
  })
}
export const checkContactImport = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.checkContactImport>,
) => start(ctx, actor, input, 'checking')
export const startContactImport = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.startContactImport>,
) => start(ctx, actor, input, 'running')
export async function cancelContactImport(ctx: Context, actor: MemberActor, input: { import_id: string }) {
  const key = { integration_id: actor.integration_id, import_id: input.import_id }
  let file_key: string | null = null
  const from = ['waiting', 'checking', 'checked', 'running'] as const
  const updated = await change(ctx, actor, input, from, async (tx, contactImport) => {
    file_key = contactImport.file_key
    // Nothing was written if it was only counted.
    if (contactImport.status !== 'running') await store.resetImport(tx, key)
    return store.closeImport(tx, key, 'cancelled')
  })
  if (file_key) await ctx.files.remove(file_key)
  return updated
}
export function undoContactImport(ctx: Context, actor: MemberActor, input: { import_id: string }) {
  const key = { integration_id: actor.integration_id, import_id: input.import_id }
  return change(ctx, actor, input, ['done', 'cancelled', 'failed'], async (tx, contactImport) => {
    await record(ctx, tx, actor, { action: 'import_undone', subject: contactImport.file_name })
    await tx.enqueue(importJob, key, { singleton_key: input.import_id })
    return store.updateImport(tx, key, { status: 'undoing', rows_done: 0 })
  })
}
