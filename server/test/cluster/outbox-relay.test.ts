import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBus } from '#platform/bus/create-bus.ts'
import { MemoryHub } from '#platform/bus/memory.ts'
import { createOutbox, type OutboxEvent } from '#platform/outbox/outbox.ts'
import type { DB } from '#schema'
import { testDatabase, type TestDatabase } from '../database.ts'
import { log } from '../template.ts'

/* Two outboxes on one database: events committed at one are published at both. */

let database: TestDatabase
let db: Kysely<DB>
beforeAll(async () => {
  database = await testDatabase()
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: database.pool }) })
})
afterAll(() => database.close())
beforeEach(() => sql`truncate outbox`.execute(db))
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function node(hub: MemoryHub, kept_ms?: number) {
  const connection = hub.connection()
  const bus = createBus({
    connection,
    key: Buffer.alloc(32, 1),
    log,
    timings: { beat_ms: 50, echo_ms: 200 },
  })
  const published: unknown[] = []
  const events: OutboxEvent[] = []
  const resyncs: number[] = []
  const outbox = createOutbox({
    db,
    publish(outboxEvent) {
      published.push(outboxEvent.data)
      events.push(outboxEvent)
    },
    log,
    others: { bus, resync: () => void resyncs.push(Date.now()), ...(kept_ms ? { kept_ms } : {}) },
  })
  await outbox.poll()
  closing.push(async () => {
    await outbox.close()
    await bus.close()
  })
  return { connection, bus, outbox, published, events, resyncs }
}
type Node = Awaited<ReturnType<typeof node>>
async function pair() {
  const hub = new MemoryHub()
  const [a, b] = [await node(hub), await node(hub)]
  await expect.poll(() => [a, b].every(({ bus }) => bus.nodes().length === 1)).toBe(true)
  return { hub, a, b }
}
const outboxEvent = (data: unknown): OutboxEvent => ({ channel: 'private-a', event: 'MessageSent', data })
const commit = async ({ outbox }: Node, ...data: unknown[]) => {
  const stored = await db.transaction().execute((tx) => outbox.store(tx, data.map(outboxEvent)))
  outbox.publish(stored)
}
const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1)

test('REL-17 an event that one node commits is published once at each', async () => {
  const { a, b } = await pair()
  for (const nth of numbers(20)) await commit(nth % 2 ? a : b, nth)
  for (const { published } of [a, b]) await expect.poll(() => published).toHaveLength(20)
  await Promise.all([a.outbox.poll(), b.outbox.poll()])
  for (const { published } of [a, b])
    expect(published.toSorted((one, other) => Number(one) - Number(other))).toEqual(numbers(20))
})

test('while the bus is down nodes receive events through the table, and none twice afterwards', async () => {
  const { a, b } = await pair()
  b.connection.cut()
  for (const nth of numbers(5)) await commit(a, nth)
  await expect.poll(() => b.published).toEqual(numbers(5))
  b.connection.heal()
  await commit(a, 6)
  await expect.poll(() => b.published).toEqual(numbers(6))
  await b.outbox.poll()
  expect(b.published).toEqual(numbers(6))
})

test('a poll recovers a message that the bus lost, even the last one', async () => {
  const { hub, a, b } = await pair()
  hub.loses = (from, to) => from === a.connection && to === b.connection
  await commit(a, 'lost')
  await expect.poll(() => a.published).toEqual(['lost'])
  await new Promise(setImmediate)
  hub.loses = () => false
  await expect.poll(() => b.published).toEqual(['lost'])
})

test('S6.02 an event keeps its audience: over the bus, through the table, and when left unpublished', async () => {
  const { a, b } = await pair()
  const audience = { except: ['ada'] }
  const send = async (data: unknown) => {
    const stored = await db
      .transaction()
      .execute((tx) => a.outbox.store(tx, [{ ...outboxEvent(data), audience }]))
    a.outbox.publish(stored)
  }
  await send('by bus')
  await expect.poll(() => b.published).toEqual(['by bus'])
  b.connection.cut()
  await send('by table')
  await expect.poll(() => b.published).toEqual(['by bus', 'by table'])
  b.connection.heal()
  await sql`insert into outbox (channel, event, data, audience, created_at)
    values ('private-a', 'MessageSent', '"by sweep"', '{"except":["ada"]}', now() - interval '1 minute')`.execute(
    db,
  )
  await a.outbox.publishUnpublished()
  await expect.poll(() => b.published).toEqual(['by bus', 'by table', 'by sweep'])
  for (const { events } of [a, b])
    expect(events.map((each) => each.audience)).toEqual([audience, audience, audience])
})

test('REL-17 events that a dead node left unpublished are published by another, at every node', async () => {
  const { a, b } = await pair()
  await sql`insert into outbox (channel, event, data, created_at)
    values ('private-a', 'MessageSent', '"left behind"', now() - interval '1 minute')`.execute(db)
  await a.outbox.publishUnpublished()
  for (const { published } of [a, b]) await expect.poll(() => published).toEqual(['left behind'])
  await b.outbox.publishUnpublished()
  await Promise.all([a.outbox.poll(), b.outbox.poll()])
  for (const { published } of [a, b]) expect(published).toEqual(['left behind'])
})

test('REL-17 events that all nodes left unpublished are published by the first node that starts, at every node', async () => {
  await sql`insert into outbox (channel, event, data, created_at)
    values ('private-a', 'MessageSent', '"left behind"', now() - interval '1 minute')`.execute(db)
  const { a, b } = await pair()
  await Promise.all([a.outbox.publishUnpublished(), b.outbox.publishUnpublished()])
  for (const { published } of [a, b]) await expect.poll(() => published).toEqual(['left behind'])
})

// The embedded database runs one transaction at a time.
test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'REL-05 a poll misses no transaction that was open at the previous poll',
  async () => {
    const { a, b } = await pair()
    b.connection.cut()
    const early = await database.pool.connect()
    try {
      await early.query('begin')
      await early.query(
        `insert into outbox (channel, event, data) values ('private-a', 'MessageSent', '"early"')`,
      )
      await commit(a, 'late')
      await expect.poll(() => b.published).toEqual(['late'])
      await b.outbox.poll()
      await early.query('commit')
    } finally {
      early.release()
    }
    await expect.poll(() => b.published).toEqual(['late', 'early'])
  },
)

test('old events are deleted; a node that couldn’t poll until then resyncs its clients', async () => {
  const hub = new MemoryHub()
  const a = await node(hub, 1)
  await commit(a, 1)
  await expect
    .poll(async () => {
      await a.outbox.poll()
      return a.resyncs.length
    })
    .toBeGreaterThan(0)
  await expect
    .poll(async () => {
      await a.outbox.clear()
      return db.selectFrom('outbox').select('id').execute()
    })
    .toEqual([])
})

test('SEC-23 malformed events are dropped and counted', async () => {
  const { a, b } = await pair()
  for (const data of [1, [{}], [{ id: 1, xid: 'x', channel: 'a', event: 'e', data: 1 }], { 0: 'a' }])
    a.bus.publish('letters', data)
  await expect.poll(() => b.bus.stats().rejected).toEqual({ handler: 4 })
  expect(b.published).toEqual([])
})
