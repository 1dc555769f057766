import { Redis } from 'ioredis'
import { Kysely, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { DB } from '#schema'
import { type Bus, connectBus } from '../bus/index.ts'
import type { Config } from './config.ts'
import type { Context, Tx } from './context.ts'
import type { Database } from '../database/index.ts'
import { queryIn, transaction } from '../database/index.ts'
import { createEgress } from '../egress/index.ts'
import { createFileStore } from '../files/index.ts'
import { checkKeys } from '../key-check.ts'
import { createJobs, type JobDefinition, type Jobs } from '../jobs/index.ts'
import {
  createMailbox,
  createMailer,
  createMailQueue,
  type Mailbox,
  sendMailJob,
  deleteOld,
  deleteOldMailsJob,
  unsealMail,
} from '../mail/index.ts'
import { createOutbox, type OutboxEvent, wireName } from '../outbox/outbox.ts'
import { peerAddressOf } from '../http/peer-address.ts'
import { createRates, ipPrefix } from '../http/rate-limits.ts'
import { deleteExpired, deleteExpiredCountsJob } from '../rates/expired-counts.ts'
import { type Audience, createRealtime, type Realtime, type RealtimeOptions } from '../realtime/index.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { openThread } from '../threads/index.ts'

const version = '0.1.0'

/**
 * Internal channel between nodes for users and shares whose connections are closed: with 4200 because their
 * access changed, with 4009 because the HTTP API terminates them. Clients can't subscribe to such a name.
 */
const reauthorizations = '#reauthorizations'
/** Nodes of earlier versions send no code. */
const Revocation = z.object({ id: z.string(), code: z._default(z.literal([4009, 4200]), 4200) })
type Revocation = z.infer<typeof Revocation>
function revocationOf(id: string, code: Revocation['code']): OutboxEvent {
  return { channel: reauthorizations, event: 'reauthorize', data: { id, code } satisfies Revocation }
}
/** Event that removes users from a channel. */
const evictions = '#evictions'
const Eviction = z.object({ channel: z.string(), user_ids: z.array(z.string()) })
type Eviction = z.infer<typeof Eviction>

export interface Opened {
  ctx: Context
  bus: Bus | undefined
  jobs: Jobs
  realtime: Realtime
  mailbox: Mailbox
  database: Database
  close(): Promise<void>
}
interface Parts {
  config: Config
  secrets: Secrets
  log: Logger
  database: Database
  now?: () => number
  realtime?: Pick<RealtimeOptions, 'timings' | 'limits'>
  /** For tests; 30 s by default. */
  task_cpu_ms?: number | undefined
}

function connectRedis(url: string): Redis {
  // A slow Redis must never delay a request: the limiter then counts in this process.
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 500 })
  redis.on('error', () => {}) // logged when a limit is counted
  return redis
}

/** What a transaction does besides its statements. */
interface Effects {
  events: OutboxEvent[]
  woken: Set<JobDefinition>
  is_kept: boolean
}

/** The functions that a transaction has besides those of the query builder. */
function effectsOf(trx: Parameters<Outbox['store']>[0], undo: () => void, effects: Effects, jobs: Jobs) {
  const emit: Tx['emit'] = (
    kind: Parameters<Tx['emit']>[0],
    data: unknown,
    key: unknown = data,
    audience?: Audience,
  ) => {
    effects.events.push({
      channel: kind.channel(key as never),
      event: wireName(kind.name),
      data,
      audience,
    })
  }
  const reauthorize: Tx['reauthorize'] = (id) => {
    effects.events.push(revocationOf(id, 4200))
  }
  const evict: Tx['evict'] = (channel, user_ids) => {
    const data = { channel, user_ids: [...user_ids] } satisfies Eviction
    effects.events.push({ channel: evictions, event: 'evict', data })
  }
  const enqueue: Tx['enqueue'] = async (job, data, options) => {
    // The query runner doesn't depend on the schema type.
    await jobs.enqueue(queryIn(trx as never), job, data, options)
    effects.woken.add(job as unknown as JobDefinition)
  }
  const rollBack: Tx['rollBack'] = () => {
    effects.is_kept = false
    undo()
  }
  return { emit, reauthorize, evict, enqueue, rollBack }
}

type Outbox = ReturnType<typeof createOutbox>

/** Transactions whose events and jobs are committed with the data. */
function createTransactions(db: Kysely<DB>, jobs: Jobs, outbox: Outbox): Context['transaction'] {
  return async (work) => {
    const effects: Effects = { events: [], woken: new Set(), is_kept: true }
    const { result, stored } = await transaction(db, async (trx, undo) => {
      const result = await work(Object.assign(trx, effectsOf(trx, undo, effects, jobs)))
      const stores = effects.is_kept && effects.events.length > 0
      return { result, stored: stores ? await outbox.store(trx, effects.events) : undefined }
    })
    if (!effects.is_kept) return result
    if (stored) outbox.publish(stored)
    for (const job of effects.woken) jobs.wake(job)
    return result
  }
}

/** Publishes outbox events to the sockets of this node. */
function publisherTo(realtime: Realtime, has_bus: boolean) {
  return ({ channel, event, data, audience }: OutboxEvent): void => {
    if (channel === reauthorizations) {
      const { id, code } = Revocation.parse(data)
      realtime.revoke(id, code)
    } else if (channel === evictions) {
      const { channel: name, user_ids } = Eviction.parse(data)
      realtime.evict(name, user_ids)
    } else realtime.publish(channel, event, data, { is_local_only: has_bus, audience })
  }
}

function registerJobs(ctx: Context, jobs: Jobs, mailer: ReturnType<typeof createMailer>): void {
  jobs.register(sendMailJob, (queued) => mailer.send(unsealMail(ctx.secrets, queued)))
  jobs.register(deleteOldMailsJob, () => ctx.transaction((tx) => deleteOld(tx, ctx.secrets, ctx.now())))
  jobs.schedule(deleteOldMailsJob, '17 * * * *', {})
  jobs.register(deleteExpiredCountsJob, async () => void (await ctx.transaction(deleteExpired)))
  jobs.schedule(deleteExpiredCountsJob, '27 * * * *', {})
}

/** Creates the capabilities that services work with. */
export async function openContext({
  config,
  secrets,
  log,
  database,
  now = Date.now,
  realtime: tuning = {},
  task_cpu_ms = 30_000,
}: Parts): Promise<Opened> {
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: database.pool }) })
  await checkKeys(kysely, secrets, config.keys_replaced)
  const jobs = createJobs({ database, log })
  const bus = connectBus(config, secrets, log)
  const redis = config.redis_url ? connectRedis(config.redis_url) : undefined
  const is_strict = config.is_production || config.rate_limits === 'strict'
  const pool = database.embedded ? undefined : database.pool
  const rates = createRates({ is_strict, redis, pool, secrets, log })
  const peerAddress = peerAddressOf(config.trust_proxy)
  const realtime = createRealtime({
    app: secrets.realtime,
    log,
    now,
    bus,
    subscription_counts: config.realtime.subscription_counts,
    networkOf(request) {
      const address = peerAddress(request)
      return { name: ipPrefix(address), factor: rates.factorOf(address) }
    },
    // Declared below; called once the server runs.
    terminate: async (user_id) =>
      outbox.publish(await transaction(kysely, (trx) => outbox.store(trx, [revocationOf(user_id, 4009)]))),
    ...tuning,
  })
  const publish = publisherTo(realtime, bus !== undefined)
  const others = bus && { bus, resync: () => realtime.sendAway() }
  const outbox = createOutbox({ db: kysely, publish, log, others })
  await outbox.poll()
  const mailbox = createMailbox(config.data_dir, now)
  const mailer = createMailer(config, mailbox)

  const ctx: Context = {
    config,
    secrets,
    log,
    now,
    db: kysely,
    transaction: createTransactions(kysely, jobs, outbox),
    broadcast(kind, data, key, audience) {
      realtime.publish(kind.channel(key), wireName(kind.name), data, {
        ephemeral: kind.is_ephemeral,
        audience,
      })
    },
    presence: {
      isOccupied: (channel) => realtime.occupied(channel),
      channels: (prefix) => realtime.occupiedChannels(prefix),
      members: (channel) => realtime.members(channel).map(({ user_id }) => user_id),
    },
    rates,
    mail: createMailQueue({ config, secrets, mailbox, log, now }),
    egress: createEgress({
      allow: config.egress_allow,
      log,
      user_agent: `OzviBot/${version} (+${config.app_url})`,
    }),
    files: await createFileStore({ data_dir: config.data_dir, s3: config.s3 }),
    threads: {
      // With the upload and the start of a new thread, a request usually takes at most 5 s on an idle machine,
      // besides its wait for others.
      requests: openThread({ cpu_ms: 3_500, waiting_max: 50 }),
      jobs: openThread({ cpu_ms: task_cpu_ms }),
    },
  }
  registerJobs(ctx, jobs, mailer)

  return {
    ctx,
    bus,
    jobs,
    realtime,
    mailbox,
    database,
    close: () => closeAll({ jobs, outbox, realtime, bus, mailer, ctx, redis, database }),
  }
}

interface Closable extends Pick<Opened, 'jobs' | 'realtime' | 'bus' | 'ctx' | 'database'> {
  outbox: Outbox
  mailer: ReturnType<typeof createMailer>
  redis: Redis | undefined
}

/** Jobs first, since they write; the database last. */
async function closeAll({ jobs, outbox, realtime, bus, mailer, ctx, redis, database }: Closable) {
  await jobs.stop({ timeout_ms: 8_000 })
  await outbox.close()
  realtime.close()
  await bus?.close()
  mailer.close()
  await ctx.egress.close()
  await Promise.all([ctx.threads.requests.close(), ctx.threads.jobs.close()])
  redis?.disconnect()
  await database.close()
}
