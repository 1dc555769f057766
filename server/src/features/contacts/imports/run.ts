import { type ImportPlan, day_ms } from '@ozvi/contract'
import { contactFields } from '#features/contacts'
import { listMemberNames } from '#features/integrations'
import { listTags } from '#features/tags'
import type { Context, Tx } from '#platform/context/context.ts'
import { importRows, customFieldOf, write } from './batch.ts'
import { csvRows } from './csv-file.ts'
import { findErased } from './erased-people.ts'
import { matchKeysOf, type Counts, countsOf, validateRows, type Row } from './validate-rows.ts'
import { type Lookup, lookupOf } from './row-values.ts'
import { emitImport } from './emit-import.ts'
import * as store from './store.ts'

const rowsAtOnce = 250
/** Each progress event makes open lists reload. */
const emitInterval_ms = 1_000

/** @returns whether to emit progress; the end is always emitted */
function createThrottle(ctx: Context): () => boolean {
  let emitted_at = 0
  return () => {
    const isDue = ctx.now() - emitted_at >= emitInterval_ms
    if (isDue) emitted_at = ctx.now()
    return isDue
  }
}

async function readKnown(ctx: Context, integration_id: string): Promise<Lookup> {
  const [fields, members, tags] = await Promise.all([
    contactFields.list(ctx.db, integration_id),
    listMemberNames(ctx.db, integration_id),
    listTags(ctx.db, integration_id),
  ])
  return lookupOf({ fields, members, tags })
}

type StoredImport = NonNullable<Awaited<ReturnType<typeof store.findImport>>>
/** Processes the rows of a batch: counts or writes them. */
type Work = (tx: Tx, contactImport: StoredImport, plan: ImportPlan) => Promise<Counts>

interface Batch {
  status: 'checking' | 'running'
  rows: readonly Row[]
  work: Work
  /** Whether members are notified of the progress now. */
  isTime: () => boolean
}
/** @returns false if it was stopped in the meantime */
const takeBatch = (ctx: Context, key: store.Key, { status, rows, work, isTime }: Batch) =>
  ctx.transaction(async (tx) => {
    const contactImport = await store.lockImport(tx, key)
    if (contactImport?.status !== status || !contactImport.plan) return false
    const counts = await work(tx, contactImport, contactImport.plan)
    const updated = await store.updateImport(tx, key, {
      rows_done: contactImport.rows_done + rows.length,
      created: contactImport.created + counts.created,
      updated: contactImport.updated + counts.updated,
      skipped: contactImport.skipped + counts.skipped,
      failed: contactImport.failed + counts.failed,
    })
    if (isTime()) await emitImport(tx, updated)
    return true
  })

const importing =
  (ctx: Context, key: store.Key, rows: readonly Row[], lookup: Lookup, seen: Set<string>): Work =>
  async (tx, contactImport, plan) => {
    const erased = await findErased(ctx.secrets, tx, key)
    return importRows(tx, key, rows, { contactImport, plan, lookup, seen, erased })
  }

/** Only rejected rows are written. */
const checking =
  (
    key: store.Key,
    rows: readonly Row[],
    lookup: Lookup,
    earlier: { seen: Set<string>; ids: Set<string> },
  ): Work =>
  async (tx, _contactImport, plan) => {
    const result = await validateRows(rows, plan, lookup, {
      ...store.lookup(tx, key.integration_id),
      seen: earlier.seen,
      imported: async (ids) => new Set(ids.filter((id) => earlier.ids.has(id))),
    })
    for (const { contact } of result.updated) earlier.ids.add(contact.id)
    await store.insertErrors(tx, key, result.rejected)
    return countsOf(result)
  }

/** Counts what an import would do. An interrupted check starts again. */
async function runCheck(
  ctx: Context,
  key: store.Key,
  { file_key, encoding, delimiter, ...skipped }: StoredImport,
  signal: AbortSignal,
): Promise<void> {
  const file = file_key ? await ctx.files.get(file_key) : undefined
  if (!file) return end(ctx, key, 'checking', 'failed')
  await ctx.transaction((tx) => store.resetImport(tx, key))
  const lookup = await readKnown(ctx, key.integration_id)
  const isTime = createThrottle(ctx)
  const earlier = { seen: new Set<string>(), ids: new Set<string>() }
  for await (const batch of batchesOf(csvRows(file.stream, { encoding, delimiter }), skipped)) {
    signal.throwIfAborted()
    const work = checking(key, batch, lookup, earlier)
    if (!(await takeBatch(ctx, key, { status: 'checking', rows: batch, work, isTime }))) return
  }
  await ctx.transaction(async (tx) => {
    const contactImport = await store.lockImport(tx, key)
    if (contactImport?.status !== 'checking') return
    await emitImport(tx, await store.updateImport(tx, key, { status: 'checked' }))
  })
}

async function end(
  ctx: Context,
  key: store.Key,
  from: 'checking' | 'running' | 'undoing',
  to: 'done' | 'failed' | 'undone',
) {
  const file_key = await ctx.transaction(async (tx) => {
    const contactImport = await store.lockImport(tx, key)
    if (contactImport?.status !== from) return undefined
    await emitImport(tx, await store.closeImport(tx, key, to))
    return contactImport.file_key
  })
  if (file_key) await ctx.files.remove(file_key)
}

/** Batches of rows, without blank rows at the start and the header. */
async function* batchesOf(
  rows: AsyncIterable<string[]>,
  skipped: Parameters<typeof store.rowsBefore>[0],
): AsyncGenerator<Row[]> {
  let row_number = -store.rowsBefore(skipped)
  let batch: Row[] = []
  for await (const cells of rows) {
    row_number++
    if (row_number <= 0) continue
    batch.push({ row_number, cells })
    if (batch.length < rowsAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Continues with the first unprocessed row, one transaction per batch; earlier rows are only remembered. */
async function writeRows(
  ctx: Context,
  key: store.Key,
  { file_key, rows_done, encoding, delimiter, plan, ...skipped }: StoredImport,
  signal: AbortSignal,
): Promise<void> {
  const file = file_key ? await ctx.files.get(file_key) : undefined
  if (!file || !plan) return end(ctx, key, 'running', 'failed')
  const lookup = await readKnown(ctx, key.integration_id)
  const isTime = createThrottle(ctx)
  const rejected = rows_done > 0 ? await store.findRejected(ctx.db, key) : new Set<number>()
  const seen = new Set<string>()
  for await (const batch of batchesOf(csvRows(file.stream, { encoding, delimiter }), skipped)) {
    signal.throwIfAborted()
    const processed = batch.filter((row) => row.row_number <= rows_done && !rejected.has(row.row_number))
    for (const name of matchKeysOf(processed, plan, lookup)) seen.add(name)
    const rows = batch.filter(({ row_number }) => row_number > rows_done)
    const work = importing(ctx, key, rows, lookup, seen)
    if (rows.length > 0 && !(await takeBatch(ctx, key, { status: 'running', rows, work, isTime }))) return
  }
  signal.throwIfAborted()
  await end(ctx, key, 'running', 'done')
}

/** @returns false when nothing is left to undo */
const undoBatch = (ctx: Context, key: store.Key, isTime: () => boolean) =>
  ctx.transaction(async (tx) => {
    const contactImport = await store.lockImport(tx, key)
    if (contactImport?.status !== 'undoing') return false
    const rows = await store.listRows(tx, key, rowsAtOnce)
    if (rows.length === 0) return false
    const createdIds = rows.filter(({ before }) => before === null).map(({ contact_id }) => contact_id)
    const deletedIds = await store.deleteUntouched(tx, key.integration_id, createdIds)
    const changed = rows.filter(({ before }) => before !== null)
    const contacts = await store.lockContacts(
      tx,
      key.integration_id,
      changed.map(({ contact_id }) => contact_id),
    )
    for (const { contact_id, before, after } of changed) {
      const contact = contacts.find(({ id }) => id === contact_id)
      if (!contact || !before) continue
      // Only values that are unchanged since the import.
      const back = Object.entries(before).filter(([field]) => {
        const own = customFieldOf(field)
        const now = own ? (contact.fields[own] ?? null) : contact[field as 'name'] // any detail of a contact
        return now === after[field]
      })
      const added = after['tag_ids']
      const tag_ids = contact.tag_ids.filter((id) => !(Array.isArray(added) && added.includes(id)))
      await write(tx, key.integration_id, contact, Object.fromEntries(back), tag_ids)
    }
    await store.deleteRows(
      tx,
      key,
      rows.map(({ contact_id }) => contact_id),
    )
    const updated = await store.updateImport(tx, key, {
      rows_done: contactImport.rows_done + rows.length,
      kept: contactImport.kept + createdIds.length - deletedIds,
    })
    if (isTime()) await emitImport(tx, updated)
    return true
  })

/** Continues an import, or its undo. */
export async function runImport(ctx: Context, key: store.Key, signal: AbortSignal): Promise<void> {
  const contactImport = await store.findImport(ctx.db, key)
  if (contactImport?.status === 'checking') return runCheck(ctx, key, contactImport, signal)
  if (contactImport?.status === 'running') return writeRows(ctx, key, contactImport, signal)
  if (contactImport?.status !== 'undoing') return
  const isTime = createThrottle(ctx)
  while (await undoBatch(ctx, key, isTime)) signal.throwIfAborted()
  await end(ctx, key, 'undoing', 'undone')
}

/** Called by the scheduler. */
export async function deleteOldImports(ctx: Context, kept_days: number): Promise<void> {
  const ago = (days: number) => new Date(ctx.now() - days * day_ms).toISOString()
  const file_keys = await ctx.transaction((tx) => store.deleteOld(tx, ago(kept_days), ago(1)))
  for (const file_key of file_keys) await ctx.files.remove(file_key)
}
