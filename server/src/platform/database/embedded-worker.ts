/*
 * The thread that runs PGlite: its statements are synchronous and would block the server's event loop.
 * Clients connect through message ports; bridge.ts describes how they share the backend.
 */
import { readFileSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { Bridge } from './bridge.ts'
import { durableStartOptions, patchFsync } from './durability.ts'

/** Passed by the parent thread. */
export interface EmbeddedSettings {
  /** Data folder; without it the database is in memory. */
  folder?: string
  /** Uncompressed tar of a data folder, used as the initial content of an in-memory database. */
  template?: string
  /** Compiled PGlite, shared by the threads of the process. */
  module: object
  /** [0]: number of the running unit, odd while one runs. [1]: its time limit in ms, 0 for none. */
  progress: Int32Array
  statement_limit_ms: number
  idle_transaction_ms: number
}

export type ToWorker = { port: MessagePort } | { dump: true } | { close: true }
export type FromWorker =
  | { opened: { server_version: string; is_durable: boolean } }
  | { dumped: Uint8Array }
  | { broken: string }
  | { closed: true }

// The parent thread passes nothing else.
const settings = workerData as EmbeddedSettings
const { folder, template, module, progress } = settings
if (!parentPort) throw new Error('This file runs as a worker thread only.')
const parent = parentPort
const postToMain = (news: FromWorker) => parent.postMessage(news)

/** A file that is read in one piece. Node reads and joins a Blob's content in parts, which takes seconds for 50 MB. */
class TemplateFile extends Blob {
  readonly #path: string
  constructor(path: string) {
    super([])
    this.#path = path
  }
  override arrayBuffer() {
    const { buffer, byteOffset, byteLength } = readFileSync(this.#path)
    return Promise.resolve(buffer.slice(byteOffset, byteOffset + byteLength))
  }
}
const db = await PGlite.create({
  pgliteWasmModule: module,
  ...(folder ? { dataDir: folder, startParams: durableStartOptions } : {}),
  ...(template ? { loadDataDir: new TemplateFile(template) } : {}),
  // The defaults are meant for a dedicated server. These halve the memory of the whole process and keep a
  // write-ahead log of 64 MB instead of 1 GB.
  postgresqlconf: ['shared_buffers=32MB', 'max_connections=5', 'min_wal_size=32MB', 'max_wal_size=64MB'],
})
const is_hooked = folder ? patchFsync(db) : false
const [{ server_version, fsync } = { server_version: '', fsync: '' }] = (
  await db.query<{ server_version: string; fsync: string }>(
    `select current_setting('server_version') as server_version, current_setting('fsync') as fsync`,
  )
).rows

const bridge = new Bridge(
  {
    async run(messages) {
      const reply: Uint8Array[] = []
      await db.execProtocolRawStream(messages, { onRawData: (bytes) => reply.push(bytes.slice()) })
      return Buffer.concat(reply)
    },
    isInTransaction: () => db.isInTransaction(),
  },
  {
    server_version,
    statement_limit_ms: settings.statement_limit_ms,
    idle_transaction_ms: settings.idle_transaction_ms,
    onRunning(limit_ms) {
      if (limit_ms !== undefined) Atomics.store(progress, 1, limit_ms)
      Atomics.add(progress, 0, 1)
    },
    onBroken: (error) => postToMain({ broken: String(error) }),
  },
)

parent.on('message', (order: ToWorker) => {
  if ('port' in order) serve(order.port)
  else if ('dump' in order) void dump()
  else void close()
})

async function dump() {
  const tar = await db.dumpDataDir('none')
  postToMain({ dumped: new Uint8Array(await tar.arrayBuffer()) })
}

async function close() {
  await db.close()
  postToMain({ closed: true })
  parent.close()
}

function serve(port: MessagePort) {
  const client = bridge.connect({
    send(bytes) {
      // A Buffer may be a view of a shared pool; a copy can be transferred to another thread.
      const copy = new Uint8Array(bytes)
      port.postMessage(copy, [copy.buffer])
    },
    close: () => port.close(),
  })
  port.on('message', (chunk: Uint8Array) => client.receive(chunk))
  port.on('close', () => client.gone())
}

postToMain({ opened: { server_version, is_durable: is_hooked && fsync === 'on' } })
