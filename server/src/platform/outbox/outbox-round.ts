import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { DB } from '#schema'
import type { Bus } from '../bus/index.ts'
import type { OutboxEvent, StoredOutboxEvent } from './event.ts'
import { Audience } from '../realtime/index.ts'

/** The bus carries other messages too; events of the outbox have these topics. */
const topics = { told: 'letters', orphan: 'orphans' } as const
const Heard = z.array(
  z.strictObject({
    id: z.int().check(z.positive()),
    xid: z.string().check(z.regex(/^\d{1,20}$/)),
    channel: z.string().check(z.minLength(1), z.maxLength(200)),
    event: z.string().check(z.minLength(1), z.maxLength(200)),
    data: z.unknown(),
    audience: z.optional(z.nullable(Audience)),
  }),
)

/** How often a node asks whether it should look. */
const ask_every_ms = 250
/** While the bus carries, a look only finds what nobody could tell: a node died, or its words were lost. */
const look_every_ms = 5_000
/** While it does not, this is how late events of other nodes are. */
const look_alone_every_ms = 1_000
const look_max = 1_000

interface Options {
  db: Kysely<DB>
  bus: Bus
  /** To the sockets of this node. */
  publish: (event: OutboxEvent) => void
  /** So much was missed that clients must read again themselves. */
  beginAnew: () => void
  /** How long the table keeps what was told. Whoever could not look for about as long has to begin anew. */
  kept_ms: number
  log: Logger
}

/**
 * Exchanges events with the other nodes: quickly over the bus, and reliably through the table.
 * A look takes every row whose transaction may have been under way at the look before and whose id is not
 * known, so that neither a lost message nor a late commit leaves a hole.
 */
export function createRound({ db, bus, publish, beginAnew, kept_ms, log }: Options) {
  /** Ids and transactions of events that this node has published and that a poll can find again. */
  const known = new Map<number, bigint>()
  /** Rows of all transactions before this one have been seen; undefined before the first look. */
  let horizon: bigint | undefined
  /** When that was, by the database's clock; ms since the epoch. */
  let seen_at_ms = 0
  let looked_at_ms = 0
  let is_due = true
  let looking: Promise<void> | undefined

  /** @returns whether this node had not told it before. */
  function isNew({ id, xid }: StoredOutboxEvent) {
    if (known.has(id) || (horizon !== undefined && BigInt(xid) < horizon)) return false
    known.set(id, BigInt(xid))
    return true
  }
  const tellHere = (event: StoredOutboxEvent) => {
    if (isNew(event)) publish(event)
  }
  /** It may be older than this node, so that no look ever finds it; whoever has told it tells it twice at worst. */
  function tellOrphanHere(event: StoredOutboxEvent) {
    if (known.has(event.id)) return
    known.set(event.id, BigInt(event.xid))
    publish(event)
  }

  /** @returns whether there is more to be read. */
  async function readOn(): Promise<boolean> {
    const since = horizon
    const { rows } = await sql<{
      horizon: string
      now_ms: number
      id: number | null
      xid: string
      channel: string
      event: string
      data: unknown
      audience: Audience | null
    }>`
      with look as (
        select pg_snapshot_xmin(pg_current_snapshot()) as horizon, extract(epoch from now()) * 1000 as now_ms
      )
      select look.horizon::text, look.now_ms, id, xid::text, channel, event, data, audience
      from look left join outbox
        on xid >= ${since === undefined ? null : String(since)}::xid8 and id <> all(${[...known.keys()]}::bigint[])
      order by id limit ${look_max}`.execute(db)
    const [look] = rows
    if (!look) return false
    for (const { id, xid, channel, event, data, audience } of rows)
      if (id !== null) tellHere({ id, xid, channel, event, data, audience })
    if (rows.length === look_max) return true
    if (since !== undefined && look.now_ms - seen_at_ms > 0.9 * kept_ms) beginAnew()
    horizon = BigInt(look.horizon)
    seen_at_ms = look.now_ms
    for (const [id, xid] of known) if (xid < horizon) known.delete(id)
    return false
  }
  async function look() {
    looked_at_ms = performance.now()
    is_due = false
    try {
      while (await readOn());
    } catch (error) {
      is_due = true
      log.warn({ err: error }, 'the outbox could not be looked at')
    }
  }
  const lookNow = () => (looking ??= look().finally(() => (looking = undefined)))

  const stops = [
    bus.subscribe(topics.told, (data) => {
      for (const event of Heard.parse(data)) tellHere(event)
    }),
    bus.subscribe(topics.orphan, (data) => {
      for (const event of Heard.parse(data)) tellOrphanHere(event)
    }),
  ]
  const soon = () => void (is_due = true)
  stops.push(bus.watch({ joined: soon, left: soon, missed: soon }))
  let was_up = true
  const asking = setInterval(() => {
    const { is_up } = bus.stats()
    const waited_ms = performance.now() - looked_at_ms
    const is_time = is_up !== was_up || waited_ms >= (is_up && !is_due ? look_every_ms : look_alone_every_ms)
    was_up = is_up
    if (is_time) void lookNow()
  }, ask_every_ms).unref()

  return {
    /** Publishes events on this node and on all others. */
    tell(events: StoredOutboxEvent[]): void {
      for (const event of events) tellHere(event)
      bus.publish(topics.told, events)
    },
    /** Publishes events on every node that a dead process left behind. */
    tellOrphans(events: StoredOutboxEvent[]): void {
      for (const event of events) tellOrphanHere(event)
      bus.publish(topics.orphan, events)
    },
    /** Reads from the table what was not heard. */
    look: lookNow,
    async close(): Promise<void> {
      clearInterval(asking)
      for (const stop of stops) stop()
      await looking
    },
  }
}
