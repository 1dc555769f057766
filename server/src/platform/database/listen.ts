import type pg from 'pg'
import type { NotificationListener, Log } from './database.ts'
import { isResponding, destroyConnection } from './heartbeat.ts'

const check_every_ms = 10_000
const check_timeout_ms = 5_000
const retry_ms_max = 30_000

interface Listening {
  newClient(): pg.Client
  /** Whether the peer can stop answering without closing the connection. */
  may_freeze: boolean
  log: Log
}

/**
 * Listens to `channel` on a dedicated client until the returned function is called. A lost or silent
 * connection is replaced with exponential backoff, and `live` is called each time listening has started.
 *
 * @throws the error of the first connection; later failures are logged and retried
 */
export async function listen(
  { newClient, may_freeze, log }: Listening,
  channel: string,
  listener: NotificationListener,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let has_stopped = false

  async function connect() {
    const next = newClient()
    client = next
    next.on('notification', (notice) => {
      if (notice.channel === channel) listener.received(notice.payload ?? '')
    })
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next, new Error('The connection ended.')))
    await next.connect()
    await next.query(`listen ${next.escapeIdentifier(channel)}`)
    if (has_stopped) return void next.end()
    failures = 0
    if (may_freeze) check(next)
    listener.live()
  }

  /** A frozen peer sends no error, so query it regularly. */
  function check(checkedClient: pg.Client) {
    timer = setTimeout(() => {
      isResponding(checkedClient, check_timeout_ms).then(
        (has_answered) => {
          if (!has_answered) lose(checkedClient, new Error('The database doesn’t answer.'))
          else if (client === checkedClient) check(checkedClient)
        },
        (error: unknown) => lose(checkedClient, error),
      )
    }, check_every_ms).unref()
  }

  function lose(lostClient: pg.Client, error: unknown) {
    if (has_stopped || client !== lostClient) return
    client = undefined
    clearTimeout(timer)
    destroyConnection(lostClient)
    log.warn({ err: error, channel }, 'database: listening was interrupted')
    timer = setTimeout(scheduleReconnect, Math.min(retry_ms_max, 500 * 2 ** failures++)).unref()
  }

  function scheduleReconnect() {
    const before = client
    connect().catch((error: unknown) => {
      if (client && client !== before) lose(client, error)
    })
  }

  try {
    await connect()
  } catch (error) {
    has_stopped = true
    if (client) destroyConnection(client)
    throw error
  }
  return async () => {
    has_stopped = true
    clearTimeout(timer)
    await client?.end()
  }
}
