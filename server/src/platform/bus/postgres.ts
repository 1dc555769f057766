import pg from 'pg'
import type { BaseLogger } from 'pino'
import type { Line, LineListener } from './line.ts'
import { cutUp, Joiner } from './pieces.ts'

const retry_ms_max = 2_000
/** Something is said each second: a server that takes none of it for this long is dead. */
const answer_within_ms = 4_000
/** Texts that wait while one statement is under way; beyond that they are missed, and found missing. */
const waiting_max = 10_000

/**
 * A line through NOTIFY, on one connection of its own. What is said while a statement is under way goes
 * together in the next one, since each commit with a NOTIFY holds a lock of the whole database.
 */
export function postgresLine(
  database_url: string,
  channel: string,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): Line {
  let client: pg.Client | undefined
  let listener: LineListener | undefined
  let waiting: string[] = []
  let sending: Promise<void> | undefined
  let retrying: NodeJS.Timeout | undefined
  let failures = 0
  let is_up = false
  let is_closed = false

  async function begin() {
    const next = new pg.Client({
      connectionString: database_url,
      application_name: 'ozvi bus',
      connectionTimeoutMillis: answer_within_ms,
      query_timeout: answer_within_ms,
      keepAlive: true,
    })
    client = next
    const joiner = new Joiner()
    next.on('notification', ({ payload = '' }) => {
      const text = client === next ? joiner.add(payload) : undefined
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

  function lose(lost: pg.Client, error?: unknown) {
    if (client !== lost) return
    client = undefined
    waiting = []
    lost.connection.stream.destroy()
    if (is_up) log.warn({ err: error }, 'bus: the database is away')
    is_up = false
    listener?.down()
    const pause_ms = Math.min(retry_ms_max, 100 * 2 ** Math.min(failures++, 10))
    if (!is_closed) retrying = setTimeout(() => void begin(), pause_ms * (0.75 + Math.random() / 2)).unref()
  }

  async function sendAll() {
    while (waiting.length > 0 && client && is_up) {
      const speaking = client
      const payloads = waiting
      waiting = []
      try {
        await speaking.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
          channel,
          payloads,
        ])
      } catch (error) {
        lose(speaking, error)
      }
    }
    sending = undefined
  }

  return {
    open(opened) {
      listener = opened
      void begin()
    },
    send(text) {
      if (!is_up || waiting.length > waiting_max) return
      waiting.push(...cutUp(text))
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
