import { eventNamespace } from '@ozvi/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '#schema'
import type { Bus } from '../bus/index.ts'
import { prepared, transaction } from '../database/index.ts'
import type { OutboxEvent, StoredOutboxEvent } from './event.ts'
import { createOutboxRelay } from './relay.ts'

export type { OutboxEvent } from './event.ts'

interface Stored {
  events: StoredOutboxEvent[]
}

/** Published events are marked in batches at this interval. */
const mark_every_ms = 250
/** Events older than this were left unpublished by a process that died after the commit. */
const unpublished_s = 5
const unpublished_every_ms = 2_000
/** With several nodes, the table keeps events for this long after publication. */
const kept_ms = 120_000
/** Interval at which old events are deleted. */
const clear_ms = 10_000

export const wireName = (name: string): string => `${eventNamespace}${name}`

interface Options {
  db: Kysely<DB>
  /** Publishes to the sockets of this node. */
  publish: (event: OutboxEvent) => void
  log: Logger
  /** With several nodes: the bus, and a function that makes clients reload. */
  others?: { bus: Bus; resync: () => void; kept_ms?: number } | undefined
}

/**
 * Publishes every committed event. Events are written in the transaction and published after the commit;
 * after a crash in between, the next process publishes them. Duplicates are harmless: every event carries its
 * `seq`, `version` or id.
 */
export function createOutbox({ db, publish, log, others }: Options) {
  const relay = others && createOutboxRelay({ db, publish, log, kept_ms, ...others })
  let published: number[] = []
  let maintaining: Promise<void> = Promise.resolve()

  function publishLocally(events: StoredOutboxEvent[]) {
    for (const { channel, event, data, audience } of events)
      publish({ channel, event, data, ...(audience ? { audience } : {}) })
  }
  const nodes = relay ?? { publish: publishLocally, publishUnpublished: publishLocally }
  async function markPublished(): Promise<void> {
    const ids = published
    if (ids.length === 0) return
    published = []
    const mark = relay
      ? sql`update outbox set published_at = clock_timestamp() where id = any(${ids}::bigint[])`
      : sql`delete from outbox where id = any(${ids}::bigint[])`
    await mark.execute(db).catch((error: unknown) => {
      published.push(...ids)
      log.warn({ err: error }, 'outbox: failed to mark events as published, retrying')
    })
  }
  async function publishUnpublished(): Promise<void> {
    await transaction(db, async (tx) => {
      const unpublished = sql`select id from outbox
        where published_at is null and created_at < now() - make_interval(secs => ${unpublished_s})
        order by id limit 500 for update skip locked`
      const claim = relay
        ? sql<StoredOutboxEvent>`update outbox set published_at = clock_timestamp() where id in (${unpublished})
            returning id, xid::text, channel, event, data, audience`
        : sql<StoredOutboxEvent>`delete from outbox where id in (${unpublished}) returning id, xid::text, channel, event, data, audience`
      const { rows } = await claim.execute(tx)
      const pending = new Set(published)
      // Publish before the commit: a crash in between publishes them twice, but never loses them.
      const remaining = rows.filter(({ id }) => !pending.has(id)).sort((a, b) => a.id - b.id)
      if (remaining.length > 0) nodes.publishUnpublished(remaining)
    }).catch((error: unknown) => log.warn({ err: error }, 'outbox: failed to publish unpublished events'))
  }
  async function clear(): Promise<void> {
    await sql`delete from outbox where id in (
      select id from outbox where published_at < now() - make_interval(secs => ${(others?.kept_ms ?? kept_ms) / 1_000})
      limit 10000 for update skip locked)`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error }, 'outbox: failed to delete old events'))
  }
  const every = (ms: number, work: () => Promise<void>) =>
    setInterval(() => {
      maintaining = maintaining.then(work)
    }, ms).unref()
  const timers = [
    every(mark_every_ms, markPublished),
    every(unpublished_every_ms, publishUnpublished),
    ...(relay ? [every(clear_ms, clear)] : []),
  ]

  return {
    /** Writes the events in the transaction. */
    async store(tx: Transaction<DB>, events: OutboxEvent[]): Promise<Stored> {
      // One parameter, so the statement's text is the same for any number of events.
      const { rows } = await sql<{ id: number; xid: string }>`
        insert into outbox (channel, event, data, audience)
        select channel, event, coalesce(data, 'null'), audience
        from rows from (json_to_recordset(${JSON.stringify(events)}::json)
          as (channel text, event text, data jsonb, audience jsonb)) with ordinality as event_row
        order by ordinality
        returning id, xid::text as xid ${prepared}`.execute(tx)
      // One row per event, in the same order.
      return { events: rows.map((row, nth) => ({ ...row, ...(events[nth] as OutboxEvent) })) }
    },
    /** Publishes stored events; call it after the commit. */
    publish({ events }: Stored): void {
      nodes.publish(events)
      published.push(...events.map(({ id }) => id))
    },
    publishUnpublished,
    /** Deletes events that every node has published. */
    clear,
    /** Publishes events of other nodes that this one hasn't received. */
    async poll(): Promise<void> {
      await relay?.poll()
    },
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      await relay?.close()
      await maintaining
      await markPublished()
    },
  }
}
