import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutbox, type OutboxEvent } from '#platform/outbox/outbox.ts'
import type { DB } from '#schema'
import { testDatabase, type TestDatabase } from '../database.ts'
import { log } from '../template.ts'

let database: TestDatabase
let db: Kysely<DB>
beforeAll(async () => {
  database = await testDatabase()
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: database.pool }) })
})
afterAll(() => database.close())

const events: OutboxEvent[] = [1, 2, 3].map((seq) => ({
  channel: 'private-a',
  event: 'MessageSent',
  data: { seq },
}))

/** Events of a process that died between commit and publication. */
const leaveBehind = () =>
  db.transaction().execute(async (tx) => {
    await sql`insert into outbox (channel, event, data, created_at)
      select channel, event, data, now() - interval '1 minute'
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event (channel text, event text, data jsonb)`.execute(
      tx,
    )
  })
const waiting = async () => (await db.selectFrom('outbox').select('id').execute()).length

test('REL-17 events left behind are published once, in order, by the next process', async () => {
  await leaveBehind()
  const published: OutboxEvent[] = []
  const outbox = createOutbox({ db, publish: (event) => void published.push(event), log })
  await outbox.publishUnpublished()
  await outbox.publishUnpublished()
  expect(published).toEqual(events)
  expect(await waiting()).toBe(0)
  await outbox.close()
})

test('REL-17 a process that fails while publishing leaves its events to the next one', async () => {
  await leaveBehind()
  const dying = createOutbox({
    db,
    publish() {
      throw new Error('dead')
    },
    log,
  })
  await dying.publishUnpublished()
  await dying.close()
  expect(await waiting()).toBe(events.length)

  const published: OutboxEvent[] = []
  const next = createOutbox({ db, publish: (event) => void published.push(event), log })
  await next.publishUnpublished()
  await next.close()
  expect(published).toEqual(events)
})

test('REL-17 events that only wait for deletion aren’t published again', async () => {
  const published: OutboxEvent[] = []
  const outbox = createOutbox({ db, publish: (event) => void published.push(event), log })
  const storedIds = await db.transaction().execute((tx) => outbox.store(tx, events))
  outbox.publish(storedIds)
  await outbox.publishUnpublished()
  await outbox.close()
  expect(published).toEqual(events)
  expect(await waiting()).toBe(0)
})
