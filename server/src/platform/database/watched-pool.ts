import pg from 'pg'
import { columnValues } from './column-values.ts'
import type { Log } from './database.ts'
import { prepareMarked } from './prepared.ts'
import { isInsideTransaction } from './transaction.ts'

const end_timeout_ms = 5_000

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/**
 * A pool that throws if code inside a transaction asks for a second connection.
 *
 * On the embedded database this would deadlock; on a server it does as soon as enough requests do it
 * concurrently. Throwing everywhere means the first test of that code path finds it.
 */
class WatchedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (isInsideTransaction()) {
      const error = new Error(
        'A query outside of the open transaction: pass the transaction down and use it.',
      )
      return callback ? callback(error, undefined, () => {}) : Promise.reject(error)
    }
    return callback ? super.connect(callback) : super.connect()
  }
}

/** Opens a pool with `columnValues`. Lost connections are logged, not thrown. */
export function openPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new WatchedPool({ ...config, types: columnValues })
  const onError = (error: Error) => log.warn({ err: error }, 'A database connection was lost')
  pool.on('error', onError)
  // The pool handles errors of idle clients only. A checked-out client that loses its connection would end
  // the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    prepareMarked(client)
  })
  return pool
}

/** Waits a limited time for running queries and closes the pool. */
export async function endPool(pool: pg.Pool) {
  const timeout = new Promise((resolve) => setTimeout(resolve, end_timeout_ms).unref())
  await Promise.race([pool.end(), timeout])
}
