import { dataSourceChanged, type DataSourceKind, dataSourceDeleted, day_ms } from '@ozvi/contract'
import * as z from 'zod/mini'
import { removeItems, removeSource } from '#features/assistant'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { createThrottle } from './crawl/throttle.ts'
import { createExtractor } from './extract/extractor.ts'
import * as items from './item-store.ts'
import { showItem } from './items.ts'
import { readSource } from './runs.ts'
import { nextRunAfter } from './schedule.ts'
import * as store from './store.ts'

const SourceKey = z.object({ integration_id: z.uuid(), source_id: z.uuid() })

/** `run`: the number of the run. Only the current run of a source can write. */
const Reading = z.extend(SourceKey, { run: z.int() })
/** Website runs mostly wait for the rate limit, so many can run concurrently. */
const readWebsiteJob = defineJob('data-sources.read_website', Reading, {
  expire_s: 3 * 60 * 60,
  concurrency: 8,
})
/** Texts, answers and files have a separate queue, so that websites don't delay them. */
const readWritingJob = defineJob('data-sources.read_writing', Reading, { concurrency: 2 })
/** The job that reads sources of each kind. */
export const readingJob = (kind: DataSourceKind) => (kind === 'website' ? readWebsiteJob : readWritingJob)
/** Shows or hides the content of a source that was switched on or off. */
export const showSourceJob = defineJob('data-sources.show_source', SourceKey)
export const deleteSourceJob = defineJob('data-sources.delete_source', SourceKey, { expire_s: 30 * 60 })
/** Starts the runs that are due by a schedule. */
export const startDueJob = defineJob('data-sources.start_due', z.object({}))
export const purgeMissingJob = defineJob('data-sources.forget_gone', z.object({}))

const gone_days = 30
/** How long the citations of a conversation can be checked. */
const snapshot_days = 365
/** Items per transaction, which blocks others for a fraction of a second. */
const chunk = 50
/** Runs started together; the rest start five minutes later. */
const dueMax = 200

/** Registers the handlers of all data source jobs. */
export function dataSourceJobs(jobs: Jobs, ctx: Context): void {
  const tools = { extractor: createExtractor(ctx.threads.jobs), throttle: createThrottle() }
  for (const job of [readWebsiteJob, readWritingJob]) {
    jobs.register(job, (data, run) => readSource(ctx, tools, data, run, job.retry_limit + 1))
  }
  jobs.register(showSourceJob, (key) => showSource(ctx, key))
  jobs.register(deleteSourceJob, (key) => deleteSource(ctx, key))
  jobs.register(purgeMissingJob, () => purgeMissing(ctx))
  jobs.register(startDueJob, () => startDue(ctx))
  jobs.schedule(startDueJob, '*/5 * * * *', {})
  jobs.schedule(purgeMissingJob, '17 3 * * *', {})
}

async function showSource(ctx: Context, key: store.Key): Promise<void> {
  for (let after: string | undefined; ;) {
    const last = await ctx.transaction(async (tx) => {
      const source = await store.findSource(tx, key)
      const indexedItems = source ? await items.listIndexedItems(tx, key, after, chunk) : []
      if (source) for (const item of indexedItems) await showItem(tx, source, item)
      return indexedItems.at(-1)?.id
    })
    if (last === undefined) return
    after = last
  }
}

async function deleteSource(ctx: Context, key: store.Key): Promise<void> {
  while ((await ctx.transaction((tx) => removeSource(tx, { ...key, items_max: chunk }))) > 0) continue
  const missingItems = await ctx.transaction(async (tx) => {
    const deleted = await store.deleteSource(tx, key)
    if (deleted) tx.emit(dataSourceDeleted, { id: key.source_id, integration_id: key.integration_id })
    return deleted
  })
  if (missingItems?.file_key) await ctx.files.remove(missingItems.file_key)
}

/** Starts due runs. A source that is being read, or that was deleted, is skipped. */
async function startDue(ctx: Context): Promise<void> {
  const now = ctx.now()
  const due = await store.listDueSources(ctx.db, new Date(now).toISOString(), dueMax)
  for (const { integration_id, source_id, schedule } of due) {
    const key = { integration_id, source_id }
    await ctx.transaction(async (tx) => {
      const queued = await store.startRun(tx, key)
      const next_run_at = nextRunAfter(schedule, now)
      const source = await store.updateSource(tx, key, { next_run_at })
      if (!source) return store.clearSchedule(tx, key)
      tx.emit(dataSourceChanged, source)
      if (queued) await tx.enqueue(readingJob(source.kind), { ...key, run: queued.run })
    })
  }
}

/** Deletes pages missing for a month, and copies that haven't been quotable for a year. */
async function purgeMissing(ctx: Context): Promise<void> {
  const ago = (days: number) => new Date(ctx.now() - days * day_ms).toISOString()
  for (;;) {
    const missingItems = await items.listMissingItems(ctx.db, ago(gone_days), chunk)
    if (!missingItems.length) break
    for (const [integration_id, ids] of Map.groupBy(missingItems, (item) => item.integration_id)) {
      const item_ids = ids.map(({ id }) => id)
      await ctx.transaction(async (tx) => {
        await removeItems(tx, integration_id, item_ids)
        await items.deleteItems(tx, integration_id, item_ids)
      })
    }
  }
  await ctx.transaction((tx) => items.deleteReplacedSnapshots(tx, ago(snapshot_days)))
}
