import { setTimeout as sleep } from 'node:timers/promises'
import { productActor } from '@ozvi/contract'
import { listWithMerged, removeConversationWithTx } from '#features/conversations'
import { record } from '#features/audit-log'
import { deleteUnattachedFiles } from '#features/files'
import { hasPlanFeature } from '#features/plans'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { removeOldJob } from './jobs.ts'
import { cutoff } from './service.ts'
import * as store from './store.ts'

const conversationsPerBatch = 100
/** A long run continues in another job, so that other workspaces take turns with it. */
const batchesPerJob = 10
/** After this many failures in a row, the file store is considered down. */
const failuresInRowMax = 20

/** Conversations whose files can't be deleted now. The next run tries them again. */
interface Failures {
  skipped: string[]
  in_row: number
}

/** Undefined if the workspace doesn't delete conversations by age, or its plan doesn't include retention. */
async function currentCutoff(ctx: Context, db: Db, integration_id: string): Promise<string | undefined> {
  const keep_days = await store.findKeepDays(db, integration_id)
  if (keep_days === null) return undefined
  return (await hasPlanFeature(ctx, db, integration_id, 'retention')) ? cutoff(ctx, keep_days) : undefined
}

/**
 * Deletes one conversation with its messages and files, if it is old by the current setting.
 *
 * @returns whether it was deleted
 */
const removeOne = (ctx: Context, key: { integration_id: string; conversation_id: string }) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = key
    const before = await currentCutoff(ctx, tx, integration_id)
    if (!before || !(await store.lockOld(tx, key, before))) return false
    const { messages, file_ids } = await store.contentOf(tx, integration_id, await listWithMerged(tx, key))
    await removeConversationWithTx(tx, key)
    const file_keys = await deleteUnattachedFiles(tx, integration_id, file_ids)
    // Files are deleted before the commit: a row without a file is found again, a file without a row never.
    for (const file_key of file_keys) await ctx.files.remove(file_key)
    await store.addToRun(tx, integration_id, { messages, files: file_keys.length })
    return true
  })

/**
 * Deletes a conversation. If its files can't be deleted, it is kept whole and the run continues with the others.
 *
 * @returns whether it was deleted
 * @throws the error after `failuresInRowMax` failures in a row
 */
async function tryRemoveOne(
  ctx: Context,
  key: { integration_id: string; conversation_id: string },
  failures: Failures,
): Promise<boolean> {
  try {
    const isRemoved = await removeOne(ctx, key)
    failures.in_row = 0
    return isRemoved
  } catch (error) {
    if (++failures.in_row >= failuresInRowMax) throw error
    failures.skipped.push(key.conversation_id)
    ctx.log.error({ err: error, ...key }, 'retention: a conversation can’t be deleted')
    return false
  }
}

/** @returns whether there may be more */
async function removeBatch(
  ctx: Context,
  integration_id: string,
  failures: Failures,
  signal: AbortSignal,
): Promise<boolean> {
  const before = await currentCutoff(ctx, ctx.db, integration_id)
  if (!before) return false
  let removed = 0
  const { skipped } = failures
  const limit = conversationsPerBatch
  for (const { id } of await store.listOld(ctx.db, integration_id, { before, skipped, limit })) {
    signal.throwIfAborted()
    const started_ms = performance.now()
    if (await tryRemoveOne(ctx, { integration_id, conversation_id: id }, failures)) removed++
    // Uses the database at most half of the time, so that sending messages stays fast.
    await sleep(performance.now() - started_ms, undefined, { signal })
  }
  return removed > 0
}

/** Ends the run and records what it has deleted. */
const finish = (ctx: Context, integration_id: string) =>
  ctx.transaction(async (tx) => {
    const run = await store.finishRun(tx, integration_id, isoNow(ctx))
    if (!run) return
    if (run.conversations === 0) {
      await store.deleteRun(tx, integration_id, run.id)
      return
    }
    const actor = { ...productActor, integration_id, ip_prefix: '' }
    const { conversations, messages, files, before } = run
    const details = {
      conversations: String(conversations),
      messages: String(messages),
      files: String(files),
      before,
    }
    await record(ctx, tx, actor, { action: 'conversations_removed', details })
  })

/**
 * Deletes the old conversations of a workspace, each in its own transaction, so that an interrupted run
 * continues and counts nothing twice. The setting is read again before each: turning it off ends the run.
 */
export async function removeOld(ctx: Context, integration_id: string, signal: AbortSignal): Promise<void> {
  const before = await currentCutoff(ctx, ctx.db, integration_id)
  if (!before) return finish(ctx, integration_id)
  const run = { id: crypto.randomUUID(), before, started_at: isoNow(ctx) }
  await ctx.transaction((tx) => store.openRun(tx, integration_id, run))
  const failures: Failures = { skipped: [], in_row: 0 }
  for (let batch = 0; batch < batchesPerJob; batch++)
    if (!(await removeBatch(ctx, integration_id, failures, signal))) return finish(ctx, integration_id)
  await enqueueRemoval(ctx, integration_id)
}

const enqueueRemoval = (ctx: Context, integration_id: string) =>
  ctx.transaction((tx) => tx.enqueue(removeOldJob, { integration_id }, { singleton_key: integration_id }))

/** Queues a run for each workspace. Called by the scheduler. */
export async function removeOldEverywhere(ctx: Context): Promise<void> {
  for (const { id } of await store.listWorkspaces(ctx.db)) await enqueueRemoval(ctx, id)
}
