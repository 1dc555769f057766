import type { BaseLogger } from 'pino'
import type pg from 'pg'

/** What this folder logs through. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>

/** What to do about one channel. */
export interface Ears {
  /** A notification's payload. */
  heard(payload: string): void
  /** Listening began, or began again after a lost connection: what was said in between is gone. */
  live(): void
}

/** One open database, embedded or on a server; the same SQL and the same pool either way. */
export interface Database {
  readonly pool: pg.Pool
  readonly embedded: boolean
  /**
   * Hears NOTIFYs on a connection of its own, and reconnects by itself.
   * @returns a function that stops listening.
   */
  listen(channel: string, ears: Ears): Promise<() => Promise<void>>
  /** Waits up to five seconds for queries under way, then closes everything. Twice is harmless. */
  close(): Promise<void>
}
