import type { DataSource, DataSourceStatus, FailureReason } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { escapeHtml } from '#platform/mail/template.ts'
import { TaskFailed } from '#platform/threads/index.ts'
import * as documents from './document-store.ts'
import type { DocumentRow } from './document-store.ts'
import { type Extractor, failureOf } from './extract/extractor.ts'
import * as items from './item-store.ts'
import { type PreparedContent, prepareContent, saveContent, saveReason } from './items.ts'
import { withRun } from './current-run.ts'
import * as store from './store.ts'
import type { RunnableSource } from './store.ts'

/** Documents read between two reports of progress. */
const batch = 20

/** Reads the documents that were pushed, including those that are pushed in the meantime. */
export async function readDocuments(
  ctx: Context,
  extractor: Extractor,
  source: RunnableSource,
  signal: AbortSignal,
): Promise<void> {
  const key = { integration_id: source.integration_id, source_id: source.id }
  await withRun(ctx, source, (_tx, advance) => advance({ status: 'indexing', reason: null }, { emits: true }))
  do {
    for (;;) {
      const pending = await documents.listPending(ctx.db, key, batch)
      if (!pending.length) break
      for (const document of pending) {
        signal.throwIfAborted() // the process stops: the job is run again
        await readDocument(ctx, extractor, source, document)
      }
      await withRun(ctx, source, async (tx, advance) =>
        advance(await store.countItems(tx, key), { emits: true }),
      )
    }
  } while (!(await endUnlessPending(ctx, source)))
}

async function readDocument(
  ctx: Context,
  extractor: Extractor,
  source: RunnableSource,
  document: DocumentRow,
): Promise<void> {
  const { external_id: source_path, url, title } = document
  const read = await prepareDocument(ctx, extractor, source, document)
  await withRun(ctx, source, async (tx, advance) => {
    const now = await advance({}, { emits: false })
    const key = { integration_id: now.integration_id, source_id: now.id }
    if (!(await documents.markRead(tx, key, document))) return
    if ('content' in read) await saveContent(ctx, tx, now, source.run, read)
    else
      await saveReason(tx, now, source.run, {
        status: 'failed',
        source_path,
        url,
        title,
        reason: read.reason,
      })
  })
}

async function prepareDocument(
  ctx: Context,
  extractor: Extractor,
  source: DataSource,
  { external_id, title, text, format, url, locale }: DocumentRow,
): Promise<PreparedContent | { reason: FailureReason }> {
  const name = escapeHtml(title)
  const written =
    format === 'html'
      ? `<!doctype html><html><title>${name}</title><main><h1>${name}</h1>${text}</main></html>`
      : text
  const outcome = await extractor.extract({ format, bytes: Buffer.from(written), ...(url && { url }) })
  if (!outcome.ok) return { reason: outcome.reason }
  const { content } = outcome
  if (!content.words) return { reason: 'no_text' }
  const { words } = content
  try {
    return await prepareContent(ctx, source, {
      source_path: external_id,
      url,
      title,
      text: content.text,
      words,
      locale: locale ?? content.locale,
    })
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error
    ctx.log.warn(
      { err: error, source_id: source.id, external_id },
      'data-sources: failed to index a document',
    )
    return { reason: failureOf(error) }
  }
}

/** @returns false if documents were pushed in the meantime */
const endUnlessPending = (ctx: Context, source: RunnableSource): Promise<boolean> =>
  withRun(ctx, source, async (tx, advance) => {
    // Locked first: a push waits, and then starts a run of its own.
    await advance({}, { emits: false })
    const key = { integration_id: source.integration_id, source_id: source.id }
    if ((await documents.listPending(tx, key, 1)).length) return false
    const differences = await items.countDifferences(tx, key, source.run)
    const counts = await store.countItems(tx, key)
    await advance(
      {
        ...counts,
        ...(source.last_run_at ? differences : { added: 0, changed: 0, removed: 0 }),
        ...(await statusOfDocuments(tx, key, counts)),
        last_run_at: isoNow(ctx),
      },
      { emits: true },
    )
    return true
  })

/** The status of a source of pushed documents that isn't being read. One without documents waits for them. */
export async function statusOfDocuments(
  tx: Tx,
  key: store.Key,
  { found, indexed, skipped, failed }: Awaited<ReturnType<typeof store.countItems>>,
): Promise<{ status: DataSourceStatus; reason: FailureReason | null }> {
  const reason = skipped + failed ? ((await items.commonReason(tx, key)) ?? null) : null
  if (!reason) return { status: 'ready', reason }
  return { status: found && !indexed ? 'failed' : 'partial', reason }
}
