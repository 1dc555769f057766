import type { EventKind, Schema } from '@ozvi/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import type { DB } from '#schema'
import type { Config } from './config.ts'
import type { Egress } from './egress/index.ts'
import type { FileStore } from './files/index.ts'
import type { EnqueueOptions, JobKind } from './jobs/index.ts'
import type { Rates } from './rates.ts'
import type { Audience } from './realtime/index.ts'
import type { Secrets } from './secrets.ts'

/** Reads only: a write needs a `Tx`, so that a write outside a transaction does not compile. */
export type Db = Pick<Kysely<DB>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'dynamic' | 'getExecutor'>

/** A transaction: reads, writes, and the two things that may follow a commit. */
export interface Tx extends Transaction<DB> {
  /**
   * Told to everybody on the channel after the commit, or never. Durable kinds are written with the
   * data, so that a crash between commit and telling only delays them.
   *
   * @param key names the channel; the data itself by default
   * @param audience whom of the channel it is for; everybody by default
   */
  emit<D extends Schema, K>(kind: EventKind<D, K>, data: z.output<D> & K): void
  emit<D extends Schema, K>(kind: EventKind<D, K>, data: z.output<D>, key: K, audience?: Audience): void
  /** Cuts these users off a channel after the commit, at every node. */
  putOff(channel: string, user_ids: readonly string[]): void
  /** A row in this commit; the worker is woken after it. */
  enqueue<D extends Schema>(job: JobKind<D>, data: z.input<D>, options?: EnqueueOptions): Promise<void>
}

/** What a service may use. Capabilities, never services. */
export interface Context {
  config: Config
  secrets: Secrets
  log: Logger
  /** Milliseconds since the epoch; tests turn it. */
  now(): number
  db: Db
  /** @throws whatever `work` throws, after the rollback */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Tells an ephemeral event at once, without a commit to wait for; to everybody on the channel by default. */
  tell<D extends Schema, K>(kind: EventKind<D, K>, data: z.output<D>, key: K, audience?: Audience): void
  presence: Presence
  rates: Rates
  egress: Egress
  files: FileStore
}

/** Who listens now. */
export interface Presence {
  isOccupied(channel: string): boolean
  /** Names of all channels that begin so and have somebody on them. */
  channels(prefix: string): string[]
  /** User ids on a presence channel. */
  members(channel: string): string[]
  /** Cuts a user's sockets off one channel (`*` at the end: off all that begin so), or off everything. */
  evict(user_id: string, channel?: string): void
  /** What a user may hear has changed: their sockets come again, and are judged anew on every channel. */
  judgeAgain(user_id: string): void
}
