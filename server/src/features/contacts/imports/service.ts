import {
  contactImportChanged,
  importLimits,
  importTargets,
  type ImportDraft,
  type Input,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { contactFields } from '#features/contacts'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import type { StoredUpload } from '#platform/http/upload.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { csvRows, type Dialect, detectDelimiter, isUnreadable, encodingFromBom } from './csv-file.ts'
import { hasNames, isHeader, suggestMapping } from './column-mapping.ts'
import { importJob } from './jobs.ts'
import * as store from './store.ts'

const samplesShown = 5
const lookedAtBytes = 64 * 1024
const nameChars = 200

export const listContactImports = (ctx: Context, { integration_id }: MemberActor) =>
  store.listImports(ctx.db, integration_id)

async function readStored(ctx: Context, file_key: string) {
  const file = await ctx.files.get(file_key)
  if (!file) throw new Problem('not_found')
  return file.stream
}
async function readHead(ctx: Context, file_key: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of await readStored(ctx, file_key)) {
    // A byte stream without an encoding.
    const bytes = chunk as Buffer
    chunks.push(bytes)
    size += bytes.length
    if (size >= lookedAtBytes) break
  }
  return Buffer.concat(chunks)
}
/** Reads the whole file once: its header (empty names if it has none), some rows, and their number. */
async function survey(ctx: Context, file_key: string, dialect: Dialect) {
  let header: string[] | undefined
  const samples: string[][] = []
  let rows_total = 0
  for await (const row of csvRows(await readStored(ctx, file_key), dialect)) {
    if (!header) {
      const hasHeader = isHeader(row)
      header = hasHeader ? row : row.map(() => '')
      if (hasHeader) continue
    }
    if (samples.length < samplesShown) samples.push(row)
    if (++rows_total > importLimits.rows_max)
      throw validationError('file', `import_rows:${importLimits.rows_max}`)
  }
  if (!header || rows_total === 0) throw validationError('file', 'import_empty')
  if (header.length > importLimits.columns_max) throw validationError('file', 'import_unreadable')
  return { ...dialect, header, samples, rows_total }
}
async function inspectFile(ctx: Context, file_key: string) {
  const beginning = await readHead(ctx, file_key)
  const marked = encodingFromBom(beginning)
  // A spreadsheet, picture or archive: text contains no such bytes.
  if (!marked && beginning.includes(0)) throw validationError('file', 'import_unreadable')
  const delimiter = detectDelimiter(new TextDecoder(marked ?? 'utf-8').decode(beginning))
  try {
    return await survey(ctx, file_key, { encoding: marked ?? 'utf-8', delimiter })
  } catch (error) {
    if (!isUnreadable(error)) throw error
    if (marked || !(error instanceof TypeError)) throw validationError('file', 'import_unreadable')
  }
  // Not UTF-8: try the encoding of Central European spreadsheets.
  try {
    return await survey(ctx, file_key, { encoding: 'windows-1250', delimiter })
  } catch (error) {
    throw isUnreadable(error) ? validationError('file', 'import_unreadable') : error
  }
}

export async function uploadContactImport(
  ctx: Context,
  { integration_id, user_id, name }: MemberActor,
  { file_name, file_key }: StoredUpload,
): Promise<ImportDraft> {
  let isStored = false
  try {
    const { encoding, delimiter, header, samples, rows_total } = await inspectFile(ctx, file_key)
    const columns = header.map((title, index) => ({
      name: title,
      samples: samples.map((row) => (row[index] ?? '').slice(0, 100)),
    }))
    const guesses = suggestMapping(columns, await contactFields.list(ctx.db, integration_id))
    const inserted = await ctx.transaction(async (tx) => {
      const row = await store.insertImport(tx, {
        integration_id,
        file_name: file_name.replace(/\p{Cc}/gu, '').slice(-nameChars),
        file_key,
        encoding,
        delimiter,
        header: JSON.stringify(header),
        by_id: user_id,
        by_name: name,
        created_at: new Date(ctx.now()).toISOString(),
        rows_total,
      })
      tx.emit(contactImportChanged, row)
      return row
    })
    isStored = true
    return {
      import: inserted,
      encoding,
      delimiter,
      has_header: hasNames(header),
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
    tx.emit(contactImportChanged, updated)
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

/** Starts processing the rows: counting or writing. */
function start(
  ctx: Context,
  actor: MemberActor,
  { import_id, columns, match_by, on_existing }: Input<typeof contract.startContactImport>,
  status: 'checking' | 'running',
) {
  const key = { integration_id: actor.integration_id, import_id }
  const plan = { columns, match_by, on_existing }
  return change(ctx, actor, key, ['waiting', 'checked'], async (tx, contactImport) => {
    await checkPlan(tx, key.integration_id, plan, contactImport.header)
    if (status === 'running')
      await record(ctx, tx, actor, { action: 'contacts_imported', subject: contactImport.file_name })
    await tx.enqueue(importJob, key, { singleton_key: import_id })
    return store.resetImport(tx, key, { status, plan: JSON.stringify(plan) })
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
  const updated = await change(ctx, actor, input, from, (tx, contactImport) => {
    file_key = contactImport.file_key
    const cancelled = { status: 'cancelled', file_key: null } as const
    // Nothing was written if it was only counted.
    return contactImport.status === 'running'
      ? store.updateImport(tx, key, cancelled)
      : store.resetImport(tx, key, cancelled)
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
