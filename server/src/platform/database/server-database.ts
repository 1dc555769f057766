import pg from 'pg'
import type { Database, Log } from './database.ts'
import { endPool, openPool } from './watched-pool.ts'
import { listen } from './listen.ts'
import { destroyConnection, watchHeartbeat } from './heartbeat.ts'
import { DatabaseError } from './database-error.ts'

/** The oldest supported server, as `server_version_num`. */
const version_min = 150_000

export interface ServerOptions {
  /** postgres://user:password@host:port/name */
  database_url: string
  clients_max?: number
  statement_limit_ms?: number
  idle_transaction_ms?: number
  log: Log
}

/**
 * Connects to a PostgreSQL server.
 *
 * @throws DatabaseError `unreachable`, `too_old`
 */
export async function connectServer(options: ServerOptions): Promise<Database> {
  const { log } = options
  const client: pg.ClientConfig = {
    connectionString: options.database_url,
    application_name: 'ozvi',
    connectionTimeoutMillis: 4_000, // a request waits no longer for a connection; then it answers 503
    statement_timeout: options.statement_limit_ms ?? 30_000,
    idle_in_transaction_session_timeout: options.idle_transaction_ms ?? 10_000,
    keepAlive: true,
    options: '-c timezone=UTC',
  }
  // Modules are loaded at the same time, which can block this thread for seconds on slow machines.
  await checkServer({ ...client, connectionTimeoutMillis: 20_000 })
  const pool = openPool({ ...client, max: options.clients_max ?? 10, idleTimeoutMillis: 30_000 }, log)
  const newClient = () => new pg.Client(client)
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (each) => clients.add(each))
  pool.on('remove', (each) => clients.delete(each))
  const endHeartbeat = watchHeartbeat(newClient, clients, log)
  let closing: Promise<void> | undefined
  const close = async () => {
    await endPool(pool)
    endHeartbeat()
    for (const openClient of clients) destroyConnection(openClient)
  }
  return {
    pool,
    embedded: false,
    listen: (channel, listener) => listen({ newClient, may_freeze: true, log }, channel, listener),
    close: () => (closing ??= close()),
  }
}

async function checkServer(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  // The host only: the URL contains the password.
  const where = `${client.host}:${client.port}`
  client.on('error', () => {}) // also rejects the awaited query below
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; words: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as words`,
    )
    const [version] = rows
    if (!version || version.number < version_min) {
      const message = `The database at ${where} is PostgreSQL ${version?.words}; at least 15 is needed.`
      throw new DatabaseError('too_old', message)
    }
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    const reason = cause instanceof Error ? cause.message || String(cause) : String(cause)
    throw new DatabaseError('unreachable', `No database at ${where}: ${reason}`, { cause })
  } finally {
    destroyConnection(client)
  }
}
