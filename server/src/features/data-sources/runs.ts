import type { DataSource, DataSourceStatus } from '@ozvi/contract'
import { removeItems } from '#features/assistant'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { RunContext } from '#platform/jobs/index.ts'
import { TaskFailed } from '#platform/threads/index.ts'
import { crawl } from './crawl/crawl.ts'
import type { Throttle } from './crawl/throttle.ts'
import type { CrawlEnd, CrawlProgress, Visit } from './crawl/plan.ts'
import { type Extractor, failureOf } from './extract/extractor.ts'
import { otherNames } from './extract/other-names.ts'
import { ExtractionError } from './extract/extraction-error.ts'
import {
  hideMissing,
  type ItemContent,
  saveContent,
  saveReason,
  markUnchanged,
  prepareContent,
  type PreparedContent,
} from './items.ts'
import { RunSuperseded, withRun } from './current-run.ts'
import { readDocuments } from './document-runs.ts'
import { readParts } from './parts.ts'
import * as items from './item-store.ts'
import { nextRunAfter } from './schedule.ts'
import * as store from './store.ts'
import type { RunnableSource, SourceChanges } from './store.ts'
import { planWebsite } from './website-plan.ts'

export interface ReadingContext {
  extractor: Extractor
  throttle: Throttle
}

/** A run reports its progress at most this often. */
const emit_interval_ms = 500

/**
 * Reads a source and stores its content. It is idempotent, and a failed run removes nothing that answers
 * already use.
 * @throws on unexpected errors, so that the job runs again, and when the process stops.
 */
export async function readSource(
  ctx: Context,
  tools: ReadingContext,
  { integration_id, source_id, run }: store.Key & { run: number },
  { signal, attempt }: RunContext,
  attempts_max: number,
): Promise<void> {
  const key = { integration_id, source_id }
  const source = await store.findRunnable(ctx.db, key)
  if (!source || source.run !== run || !store.busy.includes(source.status)) return
  try {
    if (source.kind === 'website') await readWebsite(ctx, tools, source, signal)
    else if (source.kind === 'api') await readDocuments(ctx, tools.extractor, source, signal)
    else await readSingleContent(ctx, tools, source)
  } catch (error) {
    if (error instanceof RunSuperseded) return
    if (error instanceof ExtractionError)
      return end(ctx, source, { is_complete: false, reason: error.reason }, 0)
    if (attempt >= attempts_max && !signal.aborted)
      await end(ctx, source, { is_complete: false, reason: 'internal' }, 0)
    throw error
  }
}

async function readWebsite(ctx: Context, tools: ReadingContext, source: RunnableSource, signal: AbortSignal) {
  const plan = await planWebsite(ctx, source)
  await withRun(ctx, source, (_tx, advance) =>
    advance(
      { status: 'fetching', found: 0, indexed: 0, skipped: 0, failed: 0, reason: null },
      { emits: true },
    ),
  )
  let emitted_at = 0
  let fetched = 0
  const figures = (progress: CrawlProgress): SourceChanges => ({
    found: progress.found,
    indexed: progress.fetched,
    skipped: progress.skipped,
    failed: progress.failed,
    current_url: progress.current_url,
  })
  const isDue = () => {
    const now = performance.now()
    if (now - emitted_at < emit_interval_ms) return false
    emitted_at = now
    return true
  }
  const outcome = await crawl({ egress: ctx.egress, ...tools }, plan, {
    signal,
    async onProgress(progress) {
      if (isDue()) await withRun(ctx, source, (_tx, advance) => advance(figures(progress), { emits: true }))
    },
    async onProven() {
      const confirmed_at = source.confirmed_at ?? isoNow(ctx)
      await withRun(ctx, source, (_tx, advance) => advance({ confirmed_at }, { emits: false }))
    },
    async onUnread(urls, reason, progress) {
      await withRun(ctx, source, async (tx, advance) => {
        const { integration_id, id: source_id } = await advance(figures(progress), { emits: isDue() })
        await items.putUnread(tx, { integration_id, source_id }, source.run, urls, reason)
      })
    },
    async onVisit(visit, progress) {
      fetched = progress.fetched
      const prepared = await prepareVisit(ctx, source, visit)
      await withRun(ctx, source, async (tx, advance) => {
        const now = await advance(figures(progress), { emits: isDue() })
        await saveVisit(ctx, tx, now, source.run, prepared)
      })
    },
  })
  signal.throwIfAborted() // the process stops: the job is run again
  await end(ctx, source, outcome, fetched)
}

type PreparedVisit = Exclude<Visit, { kind: 'page' }> | { kind: 'prepared'; page: PreparedContent }

/** Prepares a page for the index. One that can't be prepared has failed. */
async function prepareVisit(ctx: Context, source: DataSource, visit: Visit): Promise<PreparedVisit> {
  if (visit.kind !== 'page') return visit
  const { url, content, depth, etag, last_modified } = visit
  const { text, words, locale } = content
  const title = content.title ?? decodedPath(url)
  const links = [...visit.links]
  const names = otherNames(url, content)
  const item = { source_path: url, url, title, text, words, locale, names, depth, links, etag, last_modified }
  try {
    return { kind: 'prepared', page: await prepareContent(ctx, source, item) }
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error
    ctx.log.warn({ err: error, source_id: source.id, url }, 'data-sources: failed to index a page')
    return { kind: 'failed', url, reason: failureOf(error) }
  }
}

function saveVisit(
  ctx: Context,
  tx: Tx,
  source: DataSource,
  run: number,
  visit: PreparedVisit,
): Promise<void> {
  switch (visit.kind) {
    case 'prepared':
      return saveContent(ctx, tx, source, run, visit.page)
    case 'unchanged':
      return markUnchanged(ctx, tx, source, run, visit.url)
    case 'gone':
      return hideMissing(ctx, tx, source, run, visit.url)
    default: {
      const { kind: status, url, reason } = visit
      return saveReason(tx, source, run, { status, source_path: url, url, title: url, reason })
    }
  }
}

/** @throws ExtractionError with the reason that members read */
async function preparePart(ctx: Context, source: DataSource, part: ItemContent): Promise<PreparedContent> {
  try {
    return await prepareContent(ctx, source, part)
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error
    ctx.log.warn({ err: error, source_id: source.id }, 'data-sources: failed to index a text')
    throw new ExtractionError(failureOf(error))
  }
}

/** Texts, answers and files, which are read in one piece. */
async function readSingleContent(ctx: Context, tools: ReadingContext, source: RunnableSource) {
  await withRun(ctx, source, (_tx, advance) => advance({ status: 'indexing', reason: null }, { emits: true }))
  const parts = await readParts(ctx, tools.extractor, source)
  const partOf = (index: number) => String(index).padStart(6, '0')
  for (const [index, part] of parts.entries()) {
    const prepared = await preparePart(ctx, source, { ...part, source_path: partOf(index), url: null })
    await withRun(ctx, source, async (tx, advance) => {
      const now = await advance({ found: parts.length, indexed: index + 1 }, { emits: false })
      await saveContent(ctx, tx, now, source.run, prepared)
    })
  }
  await withRun(ctx, source, async (tx, advance) => {
    const now = await advance({}, { emits: false })
    const removed = await items.deletePathsFrom(
      tx,
      { integration_id: now.integration_id, source_id: now.id },
      partOf(parts.length),
    )
    await removeItems(tx, now.integration_id, removed)
  })
  await end(ctx, source, { is_complete: true, reason: null }, parts.length)
}

/** Finishes a run with its result. @param read_count items read in it, changed or not */
export async function end(
  ctx: Context,
  source: RunnableSource,
  { is_complete, reason }: CrawlEnd,
  read_count: number,
) {
  const key = { integration_id: source.integration_id, source_id: source.id }
  const last_run_at = isoNow(ctx)
  await withRun(ctx, source, async (tx, advance) => {
    if (is_complete) await items.deleteUnseen(tx, key, source.run)
    const counts = await store.countItems(tx, key)
    const differences = await items.countDifferences(tx, key, source.run)
    const { schedule } = source
    const isFull = await items.isPlanFull(tx, key, source.run)
    const reasonOfContent = async () => {
      if (isFull) return 'plan_limit'
      return counts.indexed ? null : ((await items.commonReason(tx, key)) ?? 'no_text')
    }
    const status = statusAfter({ is_complete: is_complete && !isFull, read_count, ...counts })
    await advance(
      {
        ...counts,
        ...(source.last_run_at ? differences : { added: 0, changed: 0, removed: 0 }),
        status,
        reason: reason ?? (await reasonOfContent()),
        current_url: null,
        last_run_at,
        next_run_at: nextRunAfter(schedule, ctx.now()),
      },
      { emits: true },
    )
  }).catch((error: unknown) => {
    if (!(error instanceof RunSuperseded)) throw error
  })
}

function statusAfter({
  is_complete,
  read_count,
  indexed,
  failed,
}: {
  is_complete: boolean
  read_count: number
  indexed: number
  failed: number
}): DataSourceStatus {
  if (!indexed) return 'failed'
  if (!read_count) return 'stale'
  return is_complete && !failed ? 'ready' : 'partial'
}

function decodedPath(url: string): string {
  const { host, pathname } = new URL(url)
  try {
    return decodeURIComponent(pathname === '/' ? host : pathname)
  } catch {
    return pathname
  }
}
