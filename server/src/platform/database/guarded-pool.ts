import pg from 'pg'
import { columnValues } from './column-values.ts'
import type { Log } from './database.ts'
import { isInsideTransaction } from './transaction.ts'

const end_timeout_ms = 5_000

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/**
 * A pool that refuses a second connection to whoever already holds an open transaction.
 *
 * On the embedded database that connection would wait for the transaction and the transaction for it, for
 * ever; on a server the same thing happens as soon as enough requests do it at once. So it is an error
 * everywhere, found by the first test that walks the path.
 */
class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (isInsideTransaction()) {
      const error = new Error('A query beside the open transaction: hand the transaction down and use that.')
      return callback ? callback(error, undefined, () => {}) : Promise.reject(error)
    }
    return callback ? super.connect(callback) : super.connect()
  }
}

/** Opens a pool whose rows arrive as `columnValues` says and whose lost connections are logged, not thrown. */
export function openPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new GuardedPool({ ...config, types: columnValues })
  const onError = (error: Error) => log.warn({ err: error }, 'A database connection was lost')
  pool.on('error', onError)
  // The pool listens to idle clients only: one that is lost while it is lent out would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Waits for queries under way, but not for ever, and closes the pool. */
export async function endPool(pool: pg.Pool) {
  const patience = new Promise((resolve) => setTimeout(resolve, end_timeout_ms).unref())
  await Promise.race([pool.end(), patience])
}
