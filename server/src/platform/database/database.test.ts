import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { Database } from './database.ts'
import { queryIn, transaction } from './transaction.ts'

/** All of this holds on the embedded database and, with TEST_DATABASE_URL, on a server. */
interface Tables {
  counter: { id: number; value: number }
}

/** Generous for a busy machine; normally much faster. */
const soon = { timeout: 20_000 }

let database: Database
let db: Kysely<Tables>

beforeAll(async () => {
  database = await testDatabase()
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool }) })
  await database.pool.query('create table counter (id int primary key, value int not null)')
  await database.pool.query('insert into counter select id, 0 from generate_series(1, 10) id')
})
afterAll(() => database?.close())

test('rows have the contract’s formats: ISO 8601 times, and large numbers as numbers', async () => {
  const { rows } = await database.pool.query(`select
    timestamptz '2026-11-01 12:34:56.789012+02' as precise, timestamptz '2026-11-01' as whole,
    timestamp '2026-11-01 12:34:56.7' as zoneless, timestamptz 'infinity' as never,
    array[timestamptz '2026-11-01', null] as instants, date '2026-11-01' as day, array[date '2026-11-01'] as days,
    9007199254740991::int8 as big, array[1, 2]::int8[] as bigs, 1.25::numeric as exact, '{"a": [1]}'::jsonb as json`)
  expect(rows).toEqual([
    {
      precise: '2026-11-01T10:34:56.789Z',
      whole: '2026-11-01T00:00:00.000Z',
      zoneless: '2026-11-01T12:34:56.700Z',
      never: 'infinity',
      instants: ['2026-11-01T00:00:00.000Z', null],
      day: '2026-11-01',
      days: ['2026-11-01'],
      big: 9007199254740991,
      bigs: [1, 2],
      exact: 1.25,
      json: { a: [1] },
    },
  ])
})

test('parallel queries with parameters each get their own result', async () => {
  const numbers = Array.from({ length: 400 }, (_, number) => number)
  const isResponding = await Promise.all(
    numbers.map((number) =>
      database.pool.query('select $1::int as number, $2::text as word', [number, `w${number}`]),
    ),
  )
  expect(isResponding.map(({ rows }) => rows[0])).toEqual(
    numbers.map((number) => ({ number, word: `w${number}` })),
  )
})

test('clients can give different statements the same name', async () => {
  const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()))
  try {
    for (let round = 0; round < 3; round++) {
      const isResponding = await Promise.all(
        clients.map((client, index) =>
          client.query({ name: 'same', text: `select $1::int + ${index} as sum`, values: [round] }),
        ),
      )
      expect(isResponding.map(({ rows }) => rows[0].sum)).toEqual([round, round + 1, round + 2])
    }
  } finally {
    for (const client of clients) client.release(true)
  }
  const count = async () => (await database.pool.query('select count(*) from pg_prepared_statements')).rows
  await expect.poll(count, soon).toEqual([{ count: 0 }])
})

test('concurrent read-modify-write transactions lose no update', async () => {
  const increment = () =>
    transaction(db, async (tx) => {
      const { value } = await tx
        .selectFrom('counter')
        .select('value')
        .where('id', '=', 1)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('counter')
        .set({ value: value + 1 })
        .where('id', '=', 1)
        .execute()
    })
  await Promise.all(Array.from({ length: 60 }, increment))
  const { value } = await db
    .selectFrom('counter')
    .select('value')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  expect(value).toBe(60)
})

test('a transaction is rolled back when its callback throws', async () => {
  const failing = transaction(db, async (tx) => {
    await queryIn(tx)('update counter set value = $1 where id = 2', [99])
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await db.selectFrom('counter').select('value').where('id', '=', 2).executeTakeFirst()).toEqual({
    value: 0,
  })
})

test('a failed statement leaves its client usable', async () => {
  await expect(database.pool.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
  await expect(database.pool.query('select nothing')).rejects.toMatchObject({ code: '42703' })
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a query outside the open transaction throws instead of waiting forever', async () => {
  const beside = () => database.pool.query('select 1')
  const expectedError = /outside of the open transaction/
  await transaction(db, async (tx) => {
    await expect(beside()).rejects.toThrow(expectedError)
    await expect(db.selectFrom('counter').selectAll().execute()).rejects.toThrow(expectedError)
    await expect(transaction(db, async () => {})).rejects.toThrow(expectedError)
    await sql`select 1`.execute(tx)
  })
  await beside()
})

test('work started inside a transaction can use the pool once the transaction has ended', async () => {
  let later: Promise<unknown> = Promise.resolve()
  let commit = () => {}
  const committed = new Promise<void>((resolve) => {
    commit = resolve
  })
  await transaction(db, async () => {
    later = committed.then(() => database.pool.query('select 1'))
  })
  commit()
  await later
})

test('a client that disconnects during a transaction leaves nothing behind', async () => {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('update counter set value = 99 where id = 3')
  client.release(true)
  const { rows } = await database.pool.query('select value from counter where id = 3')
  expect(rows).toEqual([{ value: 0 }])
})

test('notifications reach the listeners of their channel, after the commit', async () => {
  const received = { orders: [] as string[], Mixed: [] as string[] }
  const live = vi.fn()
  const stops = await Promise.all(
    (['orders', 'Mixed'] as const).map((channel) =>
      database.listen(channel, { received: (payload) => received[channel].push(payload), live }),
    ),
  )
  expect(live).toHaveBeenCalledTimes(2)
  await transaction(db, async (tx) => {
    await sql`select pg_notify('orders', 'in transaction')`.execute(tx)
    await sleep(20)
    expect(received.orders).toEqual([])
  })
  await database.pool.query(`select pg_notify('Mixed', $1)`, ['ľščť'])
  await database.pool.query('notify orders')
  await expect.poll(() => received, soon).toEqual({ orders: ['in transaction', ''], Mixed: ['ľščť'] })
  await stops[0]?.()
  await database.pool.query(`select pg_notify('orders', 'nobody'), pg_notify('Mixed', 'still')`)
  await expect.poll(() => received.Mixed, soon).toEqual(['ľščť', 'still'])
  expect(received.orders).toHaveLength(2)
  await stops[1]?.()
})

test('large values are stored unchanged', async () => {
  const text = 'ľ€😀x'.repeat(200_000)
  const bytes = Buffer.from(text)
  const { rows } = await database.pool.query('select $1::text as text, $2::bytea as bytes', [text, bytes])
  expect(rows[0].text === text).toBe(true)
  expect(bytes.equals(rows[0].bytes)).toBe(true)
})

test('a database closes once, however often it is requested', async () => {
  const other = await testDatabase()
  await Promise.all([other.close(), other.close()])
  await expect(other.pool.query('select 1')).rejects.toThrow()
})
