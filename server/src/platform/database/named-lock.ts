import { sql, type Transaction } from 'kysely'

/** Locks a name until the transaction ends. Serializes changes that no row can be locked for. */
export const lockName = <DB>(tx: Transaction<DB>, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
