import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Problem } from '@ozvi/contract'
import type { Task, TaskOutcome, TaskRequest, TaskStarted } from './task.ts'

/** Why a task has no result. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
  /** `threw`: the function threw `error`. */
  reason: 'timeout' | 'out_of_memory' | 'crashed' | 'threw'
  /** Name of the error that the function threw. */
  error: string | undefined
  constructor(reason: TaskFailed['reason'], message: string, error?: string) {
    super(message)
    this.reason = reason
    this.error = error
  }
}

/** Time in which some waiting tasks will have finished. */
const retry_after_s = 5

/** Threads for processing untrusted input. */
export interface Threads {
  /**
   * Runs a task as soon as a thread is free.
   *
   * @throws TaskFailed
   * @throws Problem `unavailable` if too many tasks are waiting
   */
  run<Input, Result>(task: Task<Input, Result>, input: Input): Promise<Result>
  close(): Promise<void>
}

export interface ThreadLimits {
  /**
   * A task that uses more CPU time is terminated with its thread: code that never yields can't be stopped
   * otherwise. A busy machine doesn't end valid work, since the time that the thread waits doesn't count.
   */
  cpu_ms?: number
  heap_mb?: number
  /** Memory outside the heap, such as the bytes of buffers: V8 itself sets no limit to it. */
  buffers_mb?: number
  /** Maximum number of waiting tasks; more are rejected. */
  waiting_max?: number
}

/** How often CPU time and memory are measured while a task runs. */
const measure_every_ms = 250
/** A task is also terminated after so many times its CPU time: it may wait forever, or can't be measured. */
const waitingFactor = 10

async function startWorker(heap_mb: number): Promise<Worker> {
  const started = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heap_mb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  started.unref()
  await once(started, 'message')
  started.on('error', () => {}) // handled by the listener of the task that broke it
  return started
}

type TaskLimits = Required<Pick<ThreadLimits, 'cpu_ms' | 'buffers_mb'>>

/**
 * Measures what a task uses. A thread answers in a loop too, but not during a long native call.
 *
 * @param cpu_before as posted by the thread
 * @returns stops measuring
 */
function measure(
  thread: Worker,
  cpu_before: NodeJS.CpuUsage,
  { cpu_ms, buffers_mb }: TaskLimits,
  fail: (reason: TaskFailed['reason'], why: string) => void,
): () => void {
  const check = async () => {
    const [{ user, system }, { external_memory }] = await Promise.all([
      thread.cpuUsage(cpu_before),
      thread.getHeapStatistics(),
    ])
    if (external_memory > buffers_mb * 1024 * 1024) fail('out_of_memory', 'holds too many bytes')
    if ((user + system) / 1_000 > cpu_ms) fail('timeout', 'used too much CPU time')
  }
  const timer = setTimeout(fail, cpu_ms * waitingFactor, 'timeout', 'timed out')
  const measuring = setInterval(() => void check().catch(() => undefined), measure_every_ms) // it has ended
  return () => {
    clearTimeout(timer)
    clearInterval(measuring)
  }
}

/** @throws TaskFailed if the thread ends, runs out of memory or takes too long */
async function outcomeOf(thread: Worker, request: TaskRequest, limits: TaskLimits): Promise<TaskOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<TaskOutcome>()
  const fail = (reason: TaskFailed['reason'], why: string) =>
    reject(new TaskFailed(reason, `${request.name} ${why}`))
  let stopMeasuring: (() => void) | undefined
  // As posted by `thread.ts`. Loading the module doesn't count toward the limits.
  const onMessage = (message: TaskStarted | TaskOutcome) => {
    if ('cpu_before' in message) stopMeasuring = measure(thread, message.cpu_before, limits, fail)
    else resolve(message)
  }
  const onExit = () => fail('crashed', 'ended its thread')
  const onError = (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out_of_memory' : 'crashed', `failed: ${String(error)}`)
  thread.on('message', onMessage).on('exit', onExit).on('error', onError)
  thread.postMessage(request)
  try {
    return await promise
  } finally {
    stopMeasuring?.()
    thread.off('message', onMessage).off('exit', onExit).off('error', onError)
  }
}

/**
 * Creates a thread that runs one task at a time. It starts with the first task, and again after a task was
 * terminated.
 */
export function openThread({
  cpu_ms = 30_000,
  heap_mb = 192,
  buffers_mb = 512,
  waiting_max = Infinity,
}: ThreadLimits = {}): Threads {
  let worker: Promise<Worker> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function start(): Promise<Worker> {
    const starting = startWorker(heap_mb)
    // It can also end between two tasks, by an error that one left behind.
    const forget = () => {
      if (worker === starting) worker = undefined
    }
    void starting.then((thread) => thread.once('exit', forget), forget)
    return starting
  }

  async function runNow(request: TaskRequest): Promise<unknown> {
    worker ??= start()
    const thread = await worker.catch((error: unknown) => {
      worker = undefined
      throw new TaskFailed('crashed', `a thread did not start: ${String(error)}`)
    })
    try {
      const outcome = await outcomeOf(thread, request, { cpu_ms, buffers_mb })
      if ('error' in outcome) throw new TaskFailed('threw', outcome.message, outcome.error)
      return outcome.result
    } catch (error) {
      if (error instanceof TaskFailed && error.reason !== 'threw') {
        worker = undefined
        await thread.terminate()
      }
      throw error
    }
  }

  return {
    async run<Input, Result>({ module, name }: Task<Input, Result>, input: Input) {
      if (waiting >= waiting_max) throw new Problem('unavailable', undefined, { retry_after_s })
      waiting++
      const run = last.then(() => {
        waiting--
        return runNow({ module, name, input })
      })
      last = run.catch(() => undefined)
      return (await run) as Result // the return value of the task's function
    },
    async close() {
      const started = await worker?.catch(() => undefined)
      worker = undefined
      await started?.terminate()
    },
  }
}
