import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'

/** The transaction of the current async context. */
const current = new AsyncLocalStorage<{ is_open: boolean }>()

/** Whether the caller is inside an open transaction of this process. */
export const isInsideTransaction = () => current.getStore()?.is_open ?? false

/**
 * Runs `work` in a transaction: commits when it resolves, rolls back when it throws. Inside, every query must
 * use `tx`. Don't await anything slow (such as the network): on the embedded database all other queries wait
 * until the commit.
 */
export function transaction<DB, T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => {
    const scope = { is_open: true }
    return current.run(scope, async () => {
      try {
        return await work(tx)
      } finally {
        scope.is_open = false
      }
    })
  })
}

/** Runs one statement with `$1`-style parameters. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<{ rows: unknown[] }>

/** Plain SQL text inside a transaction, for code with its own statements. */
export const queryIn =
  <DB>(tx: Transaction<DB>): Query =>
  (text, values = []) =>
    tx.executeQuery(CompiledQuery.raw(text, [...values]))
