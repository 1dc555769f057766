import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Tx } from '#platform/context/context.ts'

/** Transactions of a PostgreSQL server overlap; the embedded database runs one at a time. */
export const hasOverlap = Boolean(process.env['TEST_DATABASE_URL'])

/** Other transactions of the database, and those of them that wait for a lock. */
export async function transactions(ctx: Context) {
  const { rows } = await sql<{ open: number; waiting: number }>`select count(*)::int as open,
    count(*) filter (where wait_event_type = 'Lock')::int as waiting from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(ctx.db)
  return rows[0]!
}

/** Runs `work` while a transaction that has run `first` is open. It commits when `work` waits for it, or is done. */
export async function duringTransaction<T>(
  ctx: Context,
  first: (tx: Tx) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const committed = ctx.transaction(async (tx) => {
    await first(tx)
    started.resolve()
    await ended.promise
  })
  await Promise.race([started.promise, committed])
  let isDone = false
  const working = work().finally(() => (isDone = true))
  working.catch(() => {}) // thrown below
  while (!isDone && (await transactions(ctx)).waiting === 0) await wait(5)
  ended.resolve()
  await committed
  return working
}
