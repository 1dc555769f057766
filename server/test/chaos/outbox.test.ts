import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutbox, type Letter } from '#platform/outbox/outbox.ts'
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

const letters: Letter[] = [1, 2, 3].map((seq) => ({
  channel: 'private-a',
  event: 'MessageSent',
  data: { seq },
}))

/** Letters of a process that died between its commit and telling them. */
const leaveBehind = () =>
  db.transaction().execute(async (tx) => {
    await sql`insert into outbox (channel, event, data, created_at)
      select channel, event, data, now() - interval '1 minute'
      from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as letter (channel text, event text, data jsonb)`.execute(
      tx,
    )
  })
const waiting = async () => (await db.selectFrom('outbox').select('id').execute()).length

test('REL-17 letters left behind are told once, in their order, by the next sweep', async () => {
  await leaveBehind()
  const told: Letter[] = []
  const outbox = createOutbox({ db, publish: (letter) => void told.push(letter), log })
  await outbox.sweep()
  await outbox.sweep()
  expect(told).toEqual(letters)
  expect(await waiting()).toBe(0)
  await outbox.close()
})

test('REL-17 a sweep that dies while it tells leaves its letters to the next one', async () => {
  await leaveBehind()
  const dying = createOutbox({
    db,
    publish() {
      throw new Error('dead')
    },
    log,
  })
  await dying.sweep()
  await dying.close()
  expect(await waiting()).toBe(letters.length)

  const told: Letter[] = []
  const next = createOutbox({ db, publish: (letter) => void told.push(letter), log })
  await next.sweep()
  await next.close()
  expect(told).toEqual(letters)
})

test('REL-17 letters that are only waiting to be struck off are not told again', async () => {
  const told: Letter[] = []
  const outbox = createOutbox({ db, publish: (letter) => void told.push(letter), log })
  const stored = await db.transaction().execute((tx) => outbox.store(tx, letters))
  outbox.tell(stored)
  await outbox.sweep()
  await outbox.close()
  expect(told).toEqual(letters)
  expect(await waiting()).toBe(0)
})
