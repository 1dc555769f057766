import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'

/** The transaction of the current async context. */
const current = new AsyncLocalStorage<{ is_open: boolean }>()

/** Whether the caller is inside an open transaction of this process. */
export const isInsideTransaction = () => current.getStore()?.is_open ?? false

/**
 * Runs `work` in a transaction: commits when it resolves, rolls back when it throws or has called `rollBack`. Inside,
 * every query must use `tx`. Don't await anything slow (such as the network): on the embedded database all other
 * queries wait until the commit.
 */
export async function transaction<DB, T>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>, rollBack: () => void) => Promise<T>,
): Promise<T> {
  const tx = await db.startTransaction().execute()
  const scope = { is_open: true }
  let is_kept = true
  try {
    const result = await current
      .run(scope, () => work(tx, () => void (is_kept = false)))
      .finally(() => (scope.is_open = false))
    await (is_kept ? tx.commit() : tx.rollback()).execute()
    return result
  } catch (error) {
    // The first error is the cause, also when the connection is lost and the rollback fails too.
    if (!tx.isRolledBack)
      await tx
        .rollback()
        .execute()
        .catch(() => undefined)
    throw error
  }
}

/** Runs one statement with `$1`-style parameters. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<{ rows: unknown[] }>

/** Plain SQL text inside a transaction, for code with its own statements. */
export const queryIn =
  <DB>(tx: Transaction<DB>): Query =>
  (text, values = []) =>
    tx.executeQuery(CompiledQuery.raw(text, [...values]))
