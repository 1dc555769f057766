import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { isConnectionError } from './errors.ts'
import { connectServer } from './server-database.ts'

/** Generous for a busy machine; normally much faster. */
const soon = { timeout: 20_000 }

const log = pino({ level: 'silent' })
const database_url = process.env['TEST_DATABASE_URL']

test('an unreachable server is reported by name without its password', async () => {
  const opening = connectServer({ database_url: 'postgres://someone:hidden@127.0.0.1:1/nowhere', log })
  await expect(opening).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/^No database at 127\.0\.0\.1:1: (?!.*hidden)/),
  })
})

/** A proxy to the server that can be frozen: it accepts bytes and forwards nothing, like a stopped process. */
async function freezable(target: URL) {
  let is_frozen = false
  const sockets = new Set<Socket>()
  const front = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => is_frozen || to.write(bytes))
      from.on('close', () => to.destroy())
      from.on('error', () => {})
    }
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const address = front.address()
  if (!address || typeof address === 'string') throw new Error('No port.')
  const url = new URL(target)
  url.host = `127.0.0.1:${address.port}`
  return {
    url: url.href,
    freeze(frozen: boolean) {
      is_frozen = frozen
    },
    close() {
      front.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test.runIf(database_url)(
  'REL-14 a frozen server fails queries instead of holding them, and is used again when it wakes',
  async () => {
    const wire = await freezable(new URL(database_url ?? ''))
    const database = await connectServer({ database_url: wire.url, log })
    try {
      await database.pool.query('select 1')
      wire.freeze(true)
      const failures = await Promise.all(
        Array.from({ length: 15 }, () =>
          database.pool.query('select 1').then(
            () => undefined,
            (error) => error,
          ),
        ),
      )
      expect(failures.map(isConnectionError)).toEqual(failures.map(() => true))
      wire.freeze(false)
      const answer = () =>
        database.pool.query('select 1 as one').then(
          ({ rows }) => rows,
          () => [],
        )
      await expect.poll(answer, soon).toEqual([{ one: 1 }])
    } finally {
      await database.close()
      wire.close()
    }
  },
)

test.runIf(database_url)('a session ended by the server only fails its query', async () => {
  const database = await connectServer({ database_url: database_url ?? '', log })
  const suicide = database.pool.query('select pg_terminate_backend(pg_backend_pid())')
  expect(isConnectionError(await suicide.catch((error: unknown) => error))).toBe(true)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.close()
})

test.runIf(database_url)('a listener whose session the server ends reconnects automatically', async () => {
  const database = await connectServer({ database_url: database_url ?? '', log })
  let times_live = 0
  const received: string[] = []
  const listener = { received: (payload: string) => received.push(payload), live: () => times_live++ }
  const stop = await database.listen('revived', listener)
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "revived"' and datname = current_database()`,
  )
  await expect.poll(() => times_live, soon).toBe(2)
  await database.pool.query(`select pg_notify('revived', 'again')`)
  await expect.poll(() => received, soon).toEqual(['again'])
  await stop()
  await database.close()
})

test.runIf(database_url)('ending the heartbeat session interrupts no other query', async () => {
  const database = await connectServer({ database_url: database_url ?? '', log })
  const under_way = database.pool.query('select pg_sleep(3), 1 as one')
  const end = () =>
    database.pool.query(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where query = 'select 1' and datname = current_database() and pid <> pg_backend_pid()`,
    )
  await expect.poll(async () => (await end()).rows, soon).toEqual([{ ended: true }])
  expect((await under_way).rows).toMatchObject([{ one: 1 }])
  await database.close()
})
