import type { EventDefinition, Schema } from '@ozvi/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import type { DB } from '#schema'
import type { Config } from './config.ts'
import type { Egress } from '../egress/index.ts'
import type { FileStore } from '../files/index.ts'
import type { EnqueueOptions, JobDefinition } from '../jobs/index.ts'
import type { MailKind, MailLimit, MailOutcome, MailError, MailSender, OutgoingMail } from '../mail/mail.ts'
import type { Rates } from '../http/rate-limits.ts'
import type { Audience } from '../realtime/index.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Threads } from '../threads/index.ts'

/** Read only. Writing requires a `Tx`, so a write outside a transaction doesn't compile. */
export type Db = Pick<Kysely<DB>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'dynamic' | 'getExecutor'>

/** A transaction: reads, writes, and effects that follow the commit. */
export interface Tx extends Transaction<DB> {
  /**
   * Publishes an event to a channel after the commit. Durable kinds are stored with the data, so a crash
   * after the commit only delays them.
   *
   * @param key names the channel; the data itself by default
   * @param audience the users it is for; everyone on the channel by default
   */
  emit<D extends Schema, K>(kind: EventDefinition<D, K>, data: z.output<D> & K): void
  emit<D extends Schema, K>(kind: EventDefinition<D, K>, data: z.output<D>, key: K, audience?: Audience): void
  /**
   * After the commit, closes all sockets of a user, visitor or share on every node. Clients reconnect and
   * each channel is authorized again. Earlier signatures are rejected.
   */
  reauthorize(id: string): void
  /** Removes users from a channel after the commit, on every node. */
  evict(channel: string, user_ids: readonly string[]): void
  /** Rolls back at the end: nothing is stored, emitted or enqueued, but the caller gets the result. */
  rollBack(): void
  /** Inserts a job in this transaction; the worker is woken after the commit. */
  enqueue<D extends Schema>(job: JobDefinition<D>, data: z.input<D>, options?: EnqueueOptions): Promise<void>
}

/** What a service can use: capabilities, never other services. */
export interface Context {
  config: Config
  secrets: Secrets
  log: Logger
  /** Milliseconds since the epoch; tests can set it. */
  now(): number
  db: Db
  /**
   * @param work runs again if it conflicts with another transaction of a request, so it changes nothing but `tx`
   * @throws what `work` throws, after the rollback
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Publishes an ephemeral event immediately, outside a transaction; to everyone on the channel by default. */
  broadcast<D extends Schema, K>(
    kind: EventDefinition<D, K>,
    data: z.output<D>,
    key: K,
    audience?: Audience,
  ): void
  presence: Presence
  rates: Rates
  mail: MailQueue
  egress: Egress
  files: FileStore
  threads: {
    /** For work a caller waits for: short queue, 5 s limit. */
    requests: Threads
    /** For work of jobs. */
    jobs: Threads
  }
}

/** The queue every email goes through. Enforces the limits. */
export interface MailQueue {
  /**
   * Queues an email in the caller's transaction unless a limit is exceeded: per hour and address 5 `account`,
   * 60 `notice`, 20 `customer` and 3 `transcript` emails; per workspace `sender.daily_max` emails in 24 hours; per
   * installation `MAIL_HOURLY_MAX` emails of one kind per hour (`notice` is exempt). A rejected email is
   * counted in `/metrics` and logged, and the transaction can continue without it.
   *
   * For `customer` emails use `queueCustomerMail` of `#features/integrations`, which knows a workspace's
   * daily quota. To reject a request because of the outcome, throw `mailProblem(outcome, field)`.
   */
  queue(tx: Tx, mail: OutgoingMail): Promise<MailOutcome>
  /**
   * Deletes every email about these contacts and conversations: queued, sent or failed, and those in the
   * mailbox of an installation without SMTP.
   *
   * @param addresses of the contacts, for emails queued by older versions
   */
  deleteAbout(tx: Tx, ids: readonly string[], addresses: readonly string[]): Promise<void>
  /** Whether a workspace has used up its emails to customers. Checked before one is written. */
  senderError(db: Db, sender: MailSender): Promise<MailError | undefined>
  /** Since the process started. */
  counts: {
    queued: Readonly<Record<MailKind, number>>
    rejected: Readonly<Record<MailLimit, number>>
  }
}

/** Users connected now. */
export interface Presence {
  isOccupied(channel: string): boolean
  /** Names of all occupied channels with this prefix. */
  channels(prefix: string): string[]
  /** User ids on a presence channel. */
  members(channel: string): string[]
}
