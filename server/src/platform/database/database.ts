import type { BaseLogger } from 'pino'
import type pg from 'pg'

/** What this folder logs through. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>

/** Callbacks for one channel. */
export interface NotificationListener {
  /** A notification's payload. */
  received(payload: string): void
  /** Listening started, or restarted after a lost connection; notifications in between are lost. */
  live(): void
}

/** One open database, embedded or on a server; the same SQL and the same pool either way. */
export interface Database {
  readonly pool: pg.Pool
  readonly embedded: boolean
  /**
   * Listens for NOTIFY on a separate connection, which reconnects automatically.
   * @returns a function that stops listening.
   */
  listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>>
  /** Waits up to five seconds for queries under way, then closes everything. Twice is harmless. */
  close(): Promise<void>
}
