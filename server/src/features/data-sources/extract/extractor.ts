import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FailureReason } from '@ozvi/contract'
import type { Content, Extracted } from './read-content.ts'

export type ExtractOutcome =
  | { ok: true; content: Extracted }
  /** `cause` is for the log when the reason is `internal`. */
  | { ok: false; reason: FailureReason; cause?: string }

export interface Extractor {
  /** Reads one page or file; contents wait for each other. Fails by result, never by exception. */
  extract(content: Content): Promise<ExtractOutcome>
  close(): Promise<void>
}

/**
 * Reads contents in a worker that is *terminated* when one takes too long or too much memory (a timer cannot
 * stop code that never yields), and started anew for the next one.
 */
export function createExtractor({ timeout_ms = 30_000, heap_mb = 192 } = {}): Extractor {
  let worker: Promise<Worker> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function start(): Promise<Worker> {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heap_mb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    })
    started.unref()
    await once(started, 'message')
    started.on('error', () => {}) // the content that broke it hears so through its own listener
    return started
  }

  async function run(content: Content): Promise<ExtractOutcome> {
    worker ??= start()
    const asked = await worker
    const { promise, resolve } = Promise.withResolvers<ExtractOutcome>()
    const onError = (error: Error & { code?: string }) =>
      resolve({
        ok: false,
        reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'internal',
        cause: String(error),
      })
    const onExit = () => resolve({ ok: false, reason: 'internal', cause: 'the worker left' })
    const timer = setTimeout(() => resolve({ ok: false, reason: 'timeout' }), timeout_ms)
    let is_broken = true
    asked.once('message', (outcome: ExtractOutcome) => {
      is_broken = false
      resolve(outcome)
    })
    asked.once('error', onError)
    asked.once('exit', onExit)
    asked.postMessage(content)
    const outcome = await promise
    clearTimeout(timer)
    asked.off('error', onError)
    asked.off('exit', onExit)
    if (is_broken) {
      worker = undefined
      await asked.terminate()
    }
    return outcome
  }

  return {
    extract(content) {
      const outcome = last.then(() => run(content))
      last = outcome
      return outcome
    },
    async close() {
      await (await worker)?.terminate()
      worker = undefined
    },
  }
}
