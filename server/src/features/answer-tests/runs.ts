import { answerTestRunChanged, type AnswerTestRun } from '@ozvi/contract'
import { type Library, quoteAnswer } from '#features/assistant'
import type { Models } from '#features/language-model'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { RunContext } from '#platform/jobs/index.ts'
import { runTestsJob } from './jobs.ts'
import { failureOf } from './judge.ts'
import * as store from './store.ts'

/** A run reports its progress at most this often. */
const report_every_ms = 500
/** Workspaces whose changed content is tested in one round; the rest follow a minute later. */
const changedMax = 50

/** @returns the started run, or the one in progress; undefined if there are no tests */
export async function startRun(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  by: Pick<AnswerTestRun, 'trigger' | 'started_by_name'>,
): Promise<AnswerTestRun | undefined> {
  const tests = await store.listTests(tx, integration_id)
  if (!tests.length) return undefined
  const run = await store.insertRun(tx, {
    integration_id,
    ...by,
    content_version: await store.findContentVersion(tx, integration_id),
    total: tests.length,
    started_at: isoNow(ctx),
  })
  if (!run) return store.findCurrentRun(tx, integration_id)
  const key = { integration_id, run_id: run.id }
  await store.insertQuestions(tx, key, tests)
  await store.deleteOldRuns(tx, integration_id)
  tx.emit(answerTestRunChanged, run)
  await tx.enqueue(runTestsJob, key)
  return run
}

interface Tools {
  library: Library
  models: Models
}
/** Asks the questions of a run that haven't been asked yet, and ends it: as failed if the last attempt fails. */
export async function askAll(
  ctx: Context,
  tools: Tools,
  key: store.RunKey,
  { signal, attempt }: Pick<RunContext, 'signal' | 'attempt'>,
): Promise<void> {
  try {
    await askRest(ctx, tools, key, signal)
  } catch (error) {
    if (attempt <= runTestsJob.retry_limit) throw error
    ctx.log.warn({ err: error, integration_id: key.integration_id }, 'answer tests: a run failed')
    return end(ctx, key, 'failed')
  }
  await end(ctx, key, 'done')
}

async function askRest(ctx: Context, tools: Tools, key: store.RunKey, signal: AbortSignal) {
  let reported_at = 0
  for (;;) {
    signal.throwIfAborted() // it took too long or the process stops: another attempt continues
    const next = await store.findNext(ctx.db, key)
    if (!next) break
    const { question, locale } = next.test
    const { band, confidence, citations } = await quoteAnswer(ctx, tools, {
      integration_id: key.integration_id,
      text: question,
      locale,
    })
    const [best] = citations
    const result = {
      band,
      confidence,
      failure: failureOf(next.test, citations),
      quote: best?.quote ?? '',
      title: best?.title ?? '',
      url: best?.url ?? best?.snapshot_url ?? null,
    }
    await ctx.transaction(async (tx) => {
      const run = await store.putResult(tx, key, next.position, result)
      const now = performance.now()
      if (!run || now - reported_at < report_every_ms) return
      reported_at = now
      tx.emit(answerTestRunChanged, run)
    })
  }
}

const end = (ctx: Context, key: store.RunKey, status: 'done' | 'failed') =>
  ctx.transaction(async (tx) => {
    const run = await store.endRun(tx, key, status, isoNow(ctx))
    if (run) tx.emit(answerTestRunChanged, run)
  })

/** Starts a run in each workspace whose content changed since its last run. Called by the scheduler. */
export async function startChanged(ctx: Context): Promise<void> {
  for (const integration_id of await store.listChanged(ctx.db, changedMax))
    await ctx.transaction((tx) =>
      startRun(ctx, tx, integration_id, { trigger: 'content', started_by_name: null }),
    )
}
