import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { DB } from '#schema'
import type { Bus } from '../bus/index.ts'
import type { OutboxEvent, StoredOutboxEvent } from './event.ts'
import { Audience } from '../realtime/index.ts'

/** The bus carries other messages too; outbox events have these topics. */
const topics = { published: 'letters', unpublished: 'orphans' } as const
const ReceivedEvents = z.array(
  z.strictObject({
    id: z.int().check(z.positive()),
    xid: z.string().check(z.regex(/^\d{1,20}$/)),
    channel: z.string().check(z.minLength(1), z.maxLength(200)),
    event: z.string().check(z.minLength(1), z.maxLength(200)),
    data: z.unknown(),
    audience: z.optional(z.nullable(Audience)),
  }),
)

/** Interval at which a node checks whether a poll is due. */
const check_every_ms = 250
/**
 * While the bus is up, polls only find events that no node could publish, because one died or a message was
 * lost.
 */
const poll_every_ms = 5_000
/** While the bus is down, events of other nodes are this late. */
const poll_without_bus_every_ms = 1_000
const poll_max = 1_000

interface Options {
  db: Kysely<DB>
  bus: Bus
  /** Publishes to the sockets of this node. */
  publish: (event: OutboxEvent) => void
  /** Makes clients reload: too many events were missed. */
  resync: () => void
  /**
   * How long published rows stay in the table. A node that couldn't poll for this long has to resync its
   * clients.
   */
  kept_ms: number
  log: Logger
}

/** Events of transactions since `since` that aren't known yet, with the snapshot they were read in. */
async function readUnpublished(db: Kysely<DB>, since: bigint | undefined, known: readonly number[]) {
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
    with poll as (
      select pg_snapshot_xmin(pg_current_snapshot()) as horizon, extract(epoch from now()) * 1000 as now_ms
    )
    select poll.horizon::text, poll.now_ms, id, xid::text, channel, event, data, audience
    from poll left join outbox
      on xid >= ${since === undefined ? null : String(since)}::xid8 and id <> all(${known}::bigint[])
    order by id limit ${poll_max}`.execute(db)
  return rows
}

/**
 * Exchanges events with other nodes: quickly over the bus, reliably through the table. A poll reads every
 * unknown row whose transaction may have been open at the previous poll, so neither a lost message nor a late
 * commit leaves a gap.
 */
export function createOutboxRelay({ db, bus, publish, resync, kept_ms, log }: Options) {
  /** Ids and transactions of events this node has published and a poll can find again. */
  const known = new Map<number, bigint>()
  /** Rows of all transactions before this one have been read; undefined before the first poll. */
  let horizon: bigint | undefined
  /** When the horizon was determined, by the database's clock; ms since the epoch. */
  let seen_at_ms = 0
  let polled_at_ms = 0
  let is_due = true
  let polling: Promise<void> | undefined

  /** @returns whether this node hasn't published it yet */
  function isNew({ id, xid }: StoredOutboxEvent) {
    if (known.has(id) || (horizon !== undefined && BigInt(xid) < horizon)) return false
    known.set(id, BigInt(xid))
    return true
  }
  const publishLocally = (event: StoredOutboxEvent) => {
    if (isNew(event)) publish(event)
  }
  /** The event may be older than this node, so no poll would find it; at worst it is published twice. */
  function publishUnpublishedLocally(event: StoredOutboxEvent) {
    if (known.has(event.id)) return
    known.set(event.id, BigInt(event.xid))
    publish(event)
  }

  /** @returns whether there is more to read */
  async function readNext(): Promise<boolean> {
    const since = horizon
    const rows = await readUnpublished(db, since, [...known.keys()])
    const [snapshot] = rows
    if (!snapshot) return false
    for (const { id, xid, channel, event, data, audience } of rows)
      if (id !== null) publishLocally({ id, xid, channel, event, data, audience })
    if (rows.length === poll_max) return true
    if (since !== undefined && snapshot.now_ms - seen_at_ms > 0.9 * kept_ms) resync()
    horizon = BigInt(snapshot.horizon)
    seen_at_ms = snapshot.now_ms
    for (const [id, xid] of known) if (xid < horizon) known.delete(id)
    return false
  }
  async function poll() {
    polled_at_ms = performance.now()
    is_due = false
    try {
      while (await readNext());
    } catch (error) {
      is_due = true
      log.warn({ err: error }, 'outbox: poll failed')
    }
  }
  const pollNow = () => (polling ??= poll().finally(() => (polling = undefined)))

  const soon = () => void (is_due = true)
  const unsubscribes = [
    bus.subscribe(topics.published, (data) => ReceivedEvents.parse(data).forEach(publishLocally)),
    bus.subscribe(topics.unpublished, (data) =>
      ReceivedEvents.parse(data).forEach(publishUnpublishedLocally),
    ),
    bus.watch({ joined: soon, left: soon, missed: soon }),
  ]
  let was_up = true
  const checks = setInterval(() => {
    const { is_up } = bus.stats()
    const waited_ms = performance.now() - polled_at_ms
    const is_time =
      is_up !== was_up || waited_ms >= (is_up && !is_due ? poll_every_ms : poll_without_bus_every_ms)
    was_up = is_up
    if (is_time) void pollNow()
  }, check_every_ms).unref()

  return {
    /** Publishes events on this node and on all others. */
    publish(events: StoredOutboxEvent[]): void {
      for (const event of events) publishLocally(event)
      bus.publish(topics.published, events)
    },
    /** Publishes events a dead process left unpublished, on every node. */
    publishUnpublished(events: StoredOutboxEvent[]): void {
      for (const event of events) publishUnpublishedLocally(event)
      bus.publish(topics.unpublished, events)
    },
    /** Reads events from the table that the bus didn't deliver. */
    poll: pollNow,
    async close(): Promise<void> {
      clearInterval(checks)
      for (const unsubscribe of unsubscribes) unsubscribe()
      await polling
    },
  }
}
