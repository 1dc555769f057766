import type { BaseLogger } from 'pino'
import type pg from 'pg'

/** The logger used in this folder. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>

export interface NotificationListener {
  /** A notification's payload. */
  received(payload: string): void
  /** Listening started, or restarted after a lost connection; notifications in between are lost. */
  live(): void
}

/** An open database, embedded or on a server; same SQL and same pool. */
export interface Database {
  readonly pool: pg.Pool
  readonly embedded: boolean
  /**
   * Listens for NOTIFY on a separate connection, which reconnects automatically.
   * @returns a function that stops listening
   */
  listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>>
  /** Waits up to five seconds for running queries, then closes everything. Idempotent. */
  close(): Promise<void>
}
