import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'

/** The transaction that the running chain of calls is inside of. */
const current = new AsyncLocalStorage<{ is_open: boolean }>()

/** Whether the caller runs inside an open transaction of this process. */
export const isInsideTransaction = () => current.getStore()?.is_open ?? false

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws.
 * Inside, every query must go through `tx`. Await nothing slow there (no network): on the embedded database
 * all other queries wait until the commit.
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

/** Plain SQL text inside a transaction, for code that brings its own statements. */
export const queryIn =
  <DB>(tx: Transaction<DB>): Query =>
  (text, values = []) =>
    tx.executeQuery(CompiledQuery.raw(text, [...values]))
