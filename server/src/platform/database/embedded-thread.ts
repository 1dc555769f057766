import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Log } from './database.ts'
import type { EmbeddedSettings, FromWorker, ToWorker } from './embedded-worker.ts'
import { PortStream } from './port-stream.ts'
import { hasLittleMemory, useBaselineCompiler } from './wasm-compiler.ts'

const watch_every_ms = 100
const stop_timeout_ms = 10_000
const restart_ms_max = 30_000

type Opened = Extract<FromWorker, { opened: unknown }>['opened']

// Node has this global, but only the types of browsers declare it.
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> }
}
let compiled: Promise<object> | undefined
/**
 * Compiles PGlite once for all backends of the process. Compiling it in each thread takes seconds of CPU, and V8 can
 * abort a process in which threads register and free machine code (https://github.com/nodejs/node/issues/64500).
 */
function compilePglite(): Promise<object> {
  if (compiled) return compiled
  if (hasLittleMemory()) useBaselineCompiler()
  const program = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  compiled = readFile(join(dirname(program), 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

export interface EmbeddedThread {
  readonly opened: Opened
  /** A new connection to the backend. Data written during a restart waits for it. */
  connect(): PortStream
  dump(): Promise<Uint8Array>
  /** Closes the database and ends the thread. */
  stop(): Promise<void>
}

/** Calls `giveUp` when a statement runs longer than its limit. */
function watchProgress(progress: Int32Array, giveUp: (reason: Error) => void): NodeJS.Timeout {
  let watched = 0
  let since = 0
  return setInterval(() => {
    const unit = Atomics.load(progress, 0)
    if (unit % 2 === 0 || unit !== watched) {
      watched = unit
      since = performance.now()
      return
    }
    const limit_ms = Atomics.load(progress, 1)
    if (!limit_ms || performance.now() - since < limit_ms) return
    since = performance.now()
    giveUp(new Error(`A statement ran past its limit of ${limit_ms} ms.`))
  }, watch_every_ms).unref()
}

/** Sends a request and waits for its reply. */
function request<T>(
  worker: Worker | undefined,
  order: ToWorker,
  answer: (message: FromWorker) => T | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (!worker) return reject(new Error('The embedded database is not open.'))
    worker.on('message', (message: FromWorker) => {
      const result = answer(message)
      if (result !== undefined) resolve(result)
    })
    worker.once('exit', () => reject(new Error('The embedded database stopped.')))
    worker.postMessage(order)
  })
}

/**
 * Starts the backend thread and restarts it when needed. PGlite can't cancel a statement, so a statement over
 * its limit takes the thread down, as does a backend crash. Committed rows stay, clients are disconnected,
 * and the next thread opens the same folder within half a second.
 *
 * @throws what PGlite fails to open with, at the first start only
 */
export async function startThread(
  settings: Omit<EmbeddedSettings, 'progress' | 'module'>,
  log: Log,
): Promise<EmbeddedThread> {
  const module = await compilePglite()
  const progress = new Int32Array(new SharedArrayBuffer(8))
  const waiting: MessagePort[] = []
  let worker: Worker | undefined
  let has_opened = false
  let is_stopping = false
  let failures = 0

  function launch(): Promise<Opened> {
    progress.fill(0)
    const next = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      name: 'database',
      execArgv: [], // don't pass on flags of the main thread, such as an inspector's
      workerData: { ...settings, module, progress } satisfies EmbeddedSettings,
    })
    worker = next
    for (const port of waiting.splice(0)) next.postMessage({ port } satisfies ToWorker, [port])
    return new Promise((resolve, reject) => {
      next.on('message', (message: FromWorker) => {
        if ('broken' in message) giveUp(new Error(message.broken))
        if (!('opened' in message)) return
        failures = 0
        has_opened = true
        resolve(message.opened)
      })
      next.on('error', (error) => {
        if (has_opened) log.error({ err: error }, 'The embedded database failed')
        reject(error)
      })
      next.on('exit', () => {
        worker = undefined
        reject(new Error('The embedded database stopped before it was open.'))
        if (has_opened && !is_stopping) relaunch()
      })
    })
  }

  function giveUp(reason: Error) {
    log.error({ err: reason }, 'The embedded database is restarted')
    void worker?.terminate()
    worker = undefined // new connections wait for the next thread
  }

  function relaunch() {
    const pause_ms = failures++ ? Math.min(restart_ms_max, 500 * 2 ** failures) : 0
    setTimeout(() => {
      if (is_stopping) return
      launch().then(
        () => log.warn('The embedded database is open again'),
        () => {}, // logged by the thread's own error
      )
    }, pause_ms).unref()
  }

  const opened = await launch()
  const watchdog = watchProgress(progress, giveUp)

  return {
    opened,
    connect() {
      const { port1, port2 } = new MessageChannel()
      if (worker) worker.postMessage({ port: port2 } satisfies ToWorker, [port2])
      else waiting.push(port2)
      return new PortStream(port1)
    },
    dump: () =>
      request(worker, { dump: true }, (message) => ('dumped' in message ? message.dumped : undefined)),
    async stop() {
      is_stopping = true
      clearInterval(watchdog)
      const closing = worker
      if (!closing) return
      const closed = request(worker, { close: true }, (message) => 'closed' in message || undefined).catch(
        () => {},
      )
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, stop_timeout_ms).unref())])
      await closing.terminate()
    },
  }
}
