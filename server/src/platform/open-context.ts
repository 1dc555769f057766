import { Redis } from 'ioredis'
import { Kysely, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { DB } from '#schema'
import { type Bus, openBus } from './bus/index.ts'
import type { Config } from './config.ts'
import type { Context, Tx } from './context.ts'
import type { Database } from './database/index.ts'
import { queryIn, transaction } from './database/index.ts'
import { createEgress } from './egress/index.ts'
import { openFiles } from './files/index.ts'
import { createJobs, type JobKind, type Jobs } from './jobs/index.ts'
import { createMailbox, createMailer, type Mailbox, sendMail } from './mail/index.ts'
import { createOutbox, type Letter, wireName } from './outbox.ts'
import { createRates } from './rates.ts'
import { type Audience, createRealtime, type Realtime, type RealtimeOptions } from './realtime/index.ts'
import type { Secrets } from './secrets.ts'

const version = '0.1.0'

/** No channel anybody can be on: letters from node to node about a user whose access has changed. */
const judgements = '#judgements'
const Judgement = z.object({ user_id: z.string() })
type Judgement = z.infer<typeof Judgement>
/** The same for letters about users who are to be cut off a channel. */
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
}

/** Puts the capabilities together that services work with. */
export async function openContext({
  config,
  secrets,
  log,
  database,
  now = Date.now,
  realtime: tuning = {},
}: Parts): Promise<Opened> {
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: database.pool }) })
  const jobs = createJobs({ database, log })
  const { subscription_counts } = config.realtime
  const bus = openBus(config, secrets, log)
  const realtime = createRealtime({
    app: secrets.realtime,
    log,
    bus,
    subscription_counts,
    ...tuning,
    // Clients hear at once who goes; what must wait for a return, waits by itself.
    timings: { linger_ms: 0, ...tuning.timings },
  })
  const publish = ({ channel, event, data, audience }: Letter, is_found: boolean) => {
    if (channel === judgements) {
      if (is_found) realtime.judgeAgain(Judgement.parse(data).user_id, { only_here: true })
    } else if (channel === evictions) {
      const { channel: name, user_ids } = Eviction.parse(data)
      realtime.evictHere(name, user_ids)
    } else realtime.publish(channel, event, data, { only_here: bus !== undefined, audience })
  }
  const others = bus && { bus, beginAnew: () => realtime.sendAway() }
  const outbox = createOutbox({ db: kysely, publish, log, others })
  await outbox.look()
  /** What takes access away must reach a node whose bus is away, too: it finds this one in the table. */
  function judgeEverywhere(user_id: string) {
    if (!bus) return
    const letter = { channel: judgements, event: 'judge_again', data: { user_id } satisfies Judgement }
    transaction(kysely, (tx) => outbox.store(tx, [letter])).then(
      (stored) => outbox.tell(stored),
      (error: unknown) => log.error({ err: error }, 'nodes whose bus is away were not told to judge anew'),
    )
  }
  const mailbox = createMailbox(config.data_dir, now)
  const mailer = createMailer(config, mailbox)
  const redis = config.redis_url
    ? // a slow Redis must never hold a request up: the limiter then counts in this process
      new Redis(config.redis_url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 500 })
    : undefined
  let isRedisAway = false
  redis?.on('ready', () => void (isRedisAway = false))
  redis?.on('error', (error) => {
    if (!isRedisAway) log.warn({ err: error }, 'Redis is away; each process counts for itself')
    isRedisAway = true
  })

  const ctx: Context = {
    config,
    secrets,
    log,
    now,
    db: kysely,
    async transaction(work) {
      const letters: Letter[] = []
      const woken = new Set<JobKind>()
      const { result, stored } = await transaction(kysely, async (trx) => {
        const emit: Tx['emit'] = (
          kind: Parameters<Tx['emit']>[0],
          data: unknown,
          key: unknown = data,
          audience?: Audience,
        ) => {
          letters.push({ channel: kind.channel(key as never), event: wireName(kind.name), data, audience })
        }
        const putOff: Tx['putOff'] = (channel, user_ids) => {
          const data = { channel, user_ids: [...user_ids] } satisfies Eviction
          letters.push({ channel: evictions, event: 'evict', data })
        }
        const enqueue: Tx['enqueue'] = async (job, data, options) => {
          // The query runner asks nothing of the schema's type.
          await jobs.enqueue(queryIn(trx as never), job, data, options)
          woken.add(job as unknown as JobKind)
        }
        const result = await work(Object.assign(trx, { emit, putOff, enqueue }))
        return { result, stored: letters.length > 0 ? await outbox.store(trx, letters) : undefined }
      })
      if (stored) outbox.tell(stored)
      for (const job of woken) jobs.wake(job)
      return result
    },
    tell(kind, data, key, audience) {
      realtime.publish(kind.channel(key), wireName(kind.name), data, {
        ephemeral: kind.is_ephemeral,
        audience,
      })
    },
    presence: {
      isOccupied: (channel) => realtime.occupied(channel),
      channels: (prefix) => realtime.occupiedChannels(prefix),
      members: (channel) => realtime.members(channel).map(({ user_id }) => user_id),
      evict(user_id, channel) {
        if (channel) realtime.evict(channel, user_id)
        else realtime.terminateUser(user_id)
        judgeEverywhere(user_id)
      },
      judgeAgain(user_id) {
        realtime.judgeAgain(user_id)
        judgeEverywhere(user_id)
      },
    },
    rates: createRates({ is_strict: config.rate_limits === 'strict', redis }),
    egress: createEgress({
      allow: config.egress_allow,
      log,
      user_agent: `OzviBot/${version} (+${config.app_url})`,
    }),
    files: await openFiles({ data_dir: config.data_dir, s3: config.s3 }),
  }
  jobs.register(sendMail, (mail) => mailer.send(mail))

  return {
    ctx,
    bus,
    jobs,
    realtime,
    mailbox,
    database,
    /** Jobs first, since they write; the database last. */
    async close() {
      await jobs.stop({ timeout_ms: 8_000 })
      await outbox.close()
      realtime.close()
      await bus?.close()
      mailer.close()
      await ctx.egress.close()
      redis?.disconnect()
      await database.close()
    },
  }
}
