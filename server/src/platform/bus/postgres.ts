import pg from 'pg'
import type { BaseLogger } from 'pino'
import type { BusConnection, BusConnectionListener } from './connection.ts'
import { splitIntoChunks, ChunkAssembler } from './chunks.ts'

const retry_ms_max = 2_000
/** Keepalive messages are sent each second. A server that accepts none for this long counts as dead. */
const answer_within_ms = 4_000
/** Texts queued while a statement runs. Beyond that they are dropped, and receivers detect the gap. */
const waiting_max = 10_000

const notify = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'

const createClient = (database_url: string) =>
  new pg.Client({
    connectionString: database_url,
    application_name: 'ozvi bus',
    connectionTimeoutMillis: answer_within_ms,
    query_timeout: answer_within_ms,
    keepAlive: true,
  })

/**
 * A transport through NOTIFY on a dedicated connection. Texts sent while a statement runs are batched into
 * the next one, because each commit with a NOTIFY takes a database-wide lock.
 */
export function connectPostgres(
  database_url: string,
  channel: string,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): BusConnection {
  let client: pg.Client | undefined
  let listener: BusConnectionListener | undefined
  let waiting: string[] = []
  let sending: Promise<void> | undefined
  let retrying: NodeJS.Timeout | undefined
  let failures = 0
  let is_up = false
  let is_closed = false

  async function connect() {
    const next = createClient(database_url)
    client = next
    const assembler = new ChunkAssembler()
    next.on('notification', ({ payload = '' }) => {
      const text = client === next ? assembler.add(payload) : undefined
      if (text !== undefined) listener?.received(text)
    })
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next))
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
    } catch (error) {
      return lose(next, error)
    }
    if (client !== next || is_closed) return next.connection.stream.destroy()
    failures = 0
    is_up = true
    listener?.up()
  }

  function lose(lostClient: pg.Client, error?: unknown) {
    if (client !== lostClient) return
    client = undefined
    waiting = []
    lostClient.connection.stream.destroy()
    if (is_up) log.warn({ err: error }, 'bus: lost the database connection')
    is_up = false
    listener?.down()
    const pause_ms = Math.min(retry_ms_max, 100 * 2 ** Math.min(failures++, 10))
    if (!is_closed) retrying = setTimeout(() => void connect(), pause_ms * (0.75 + Math.random() / 2)).unref()
  }

  async function sendAll() {
    while (waiting.length > 0 && client && is_up) {
      const current = client
      const payloads = waiting
      waiting = []
      try {
        await current.query(notify, [channel, payloads])
      } catch (error) {
        lose(current, error)
      }
    }
    sending = undefined
  }

  return {
    open(opened) {
      listener = opened
      void connect()
    },
    send(text) {
      if (!is_up || waiting.length > waiting_max) return
      waiting.push(...splitIntoChunks(text))
      sending ??= sendAll()
    },
    async close() {
      await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, 500).unref())])
      is_closed = true
      clearTimeout(retrying)
      const last = client
      client = undefined
      last?.end().catch(() => {})
    },
  }
}
