import type { EventKind, Schema } from '@ozvi/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import type { DB } from '#schema'
import type { Config } from './config.ts'
import type { Egress } from '../egress/index.ts'
import type { FileStore } from '../files/index.ts'
import type { EnqueueOptions, JobKind } from '../jobs/index.ts'
import type { MailKind, MailLimit, MailOutcome, MailRefusal, MailSender, OutgoingMail } from '../mail/mail.ts'
import type { Rates } from '../http/rates.ts'
import type { Audience } from '../realtime/index.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Threads } from '../threads/index.ts'

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
  /**
   * Closes every socket of a user, visitor or share after the commit, at every node: clients reconnect, and each channel is
   * authorized again. What was signed for them before is refused.
   */
  reauthorize(id: string): void
  /** Takes these users off a channel after the commit, at every node. */
  evict(channel: string, user_ids: readonly string[]): void
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
  mail: MailQueue
  egress: Egress
  files: FileStore
  threads: {
    /** For work that a caller waits for: it ends within 5 s, and few wait for it. */
    requests: Threads
    /** For the work of jobs. */
    jobs: Threads
  }
}

/** Every mail leaves through this queue, which enforces the limits. */
export interface MailQueue {
  /**
   * Queues a mail in the caller's transaction, unless a limit refuses it: per hour 5 `account` mails, 60 `notice`
   * mails and 20 `customer` mails to one address; `sender.daily_max` `customer` mails of one workspace in 24 hours; and
   * `MAIL_HOURLY_MAX` mails of one kind in the whole installation (`notice` mails are exempt). A refused mail is
   * counted in `/metrics` and logged, and the transaction can go on without it.
   *
   * For `customer` mails use `queueCustomerMail` of `#features/integrations`, which knows a workspace's daily quota;
   * to refuse a request because of the outcome, throw `mailProblem(outcome, field)`.
   */
  queue(tx: Tx, mail: OutgoingMail): Promise<MailOutcome>
  /**
   * Deletes every mail that says something of one of these contacts and conversations: waiting, sent, or failed for
   * good, and those in the mailbox of an installation without SMTP.
   *
   * @param addresses of the contacts, for mails that an earlier version queued
   */
  deleteAbout(tx: Tx, ids: readonly string[], addresses: readonly string[]): Promise<void>
  /** Whether a workspace has used up its mails to customers, before one is written. */
  refusalOf(db: Db, sender: MailSender): Promise<MailRefusal | undefined>
  /** Since the process started. */
  counts: {
    queued: Readonly<Record<MailKind, number>>
    refused: Readonly<Record<MailLimit, number>>
  }
}

/** Who listens now. */
export interface Presence {
  isOccupied(channel: string): boolean
  /** Names of all channels that begin so and have somebody on them. */
  channels(prefix: string): string[]
  /** User ids on a presence channel. */
  members(channel: string): string[]
}
