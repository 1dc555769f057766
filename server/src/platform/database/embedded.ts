import { resolve } from 'node:path'
import pg from 'pg'
import type { Database, Log } from './database.ts'
import { prepareFolder } from './embedded-folder.ts'
import { startThread } from './embedded-thread.ts'
import { lockFolder } from './folder-lock.ts'
import { startMaintenance } from './maintenance.ts'
import { endPool, openPool } from './watched-pool.ts'
import { listen } from './listen.ts'

export interface EmbeddedOptions {
  /** Data folder; without it the database is in memory. */
  folder?: string
  /** Path of an uncompressed tar made by `dump`, used as the initial content of an in-memory database. */
  template?: string
  /** Maximum number of clients; each is a session on the one backend. */
  clients_max?: number
  /** The backend is restarted when a statement runs longer; SET LOCAL statement_timeout overrides it. */
  statement_limit_ms?: number
  /** A transaction that sends nothing for this long is rolled back, and its client disconnected. */
  idle_transaction_ms?: number
  log: Log
}

export interface EmbeddedDatabase extends Database {
  /** The whole data folder as an uncompressed tar, usable as a `template`. */
  dump(): Promise<Uint8Array>
}

/**
 * Opens PostgreSQL inside this process. A folder belongs to one process at a time and survives kill -9 and,
 * with the hooks of durability.ts, power loss.
 *
 * @throws DatabaseError `in_use`, `other_major`
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, template } = options
  const limits = {
    statement_limit_ms: options.statement_limit_ms ?? 30_000,
    idle_transaction_ms: options.idle_transaction_ms ?? 10_000,
  }
  const folder = options.folder === undefined ? undefined : resolve(options.folder)
  const unlock = folder ? lockFolder(folder) : () => {}
  try {
    if (folder) await prepareFolder(folder)
    const thread = await startThread(
      { ...(folder ? { folder } : {}), ...(template ? { template } : {}), ...limits },
      log,
    )
    if (folder && !thread.opened.is_durable) {
      log.warn('The embedded database doesn’t sync to disk: a power failure can lose the last writes')
    }
    const client: pg.ClientConfig = {
      stream: () => thread.connect(),
      user: 'postgres',
      database: 'postgres',
      ssl: false, // regardless of PGSSLMODE
    }
    const pool = openPool({ ...client, max: options.clients_max ?? 10, idleTimeoutMillis: 0 }, log)
    const endMaintenance = folder ? startMaintenance(pool, log) : () => {}
    let closing: Promise<void> | undefined
    const close = async () => {
      endMaintenance()
      await endPool(pool)
      await thread.stop()
      unlock()
    }
    return {
      pool,
      embedded: true,
      listen: (channel, listener) =>
        listen({ newClient: () => new pg.Client(client), may_freeze: false, log }, channel, listener),
      dump: () => thread.dump(),
      close: () => (closing ??= close()),
    }
  } catch (error) {
    unlock()
    throw error
  }
}
