import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { createBus } from '#platform/bus/create-bus.ts'
import type { BusConnection } from '#platform/bus/connection.ts'
import { connectPostgres } from '#platform/bus/postgres.ts'
import { connectRedis } from '#platform/bus/redis.ts'
import { onServer } from '../postgres-server.ts'
import { redisProgram, startRedis } from './redis.ts'

/*
 * The bus over real transports: they deliver, are cut, and deliver again.
 */

const database_url = process.env['TEST_DATABASE_URL']
const log = pino({ level: 'silent' })
const key = Buffer.alloc(32, 7)
const channel = 'ozvi_bus_test'
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

function node(connection: BusConnection) {
  const bus = createBus({ connection, key, log, timings: { beat_ms: 100 } })
  closing.push(() => bus.close())
  const received: unknown[] = []
  const missed: (string | null)[] = []
  bus.subscribe('said', (data) => received.push(data))
  bus.watch({ missed: (from) => missed.push(from) })
  return { bus, received, missed }
}

/** What every bus connection must do. */
async function exchangeEvents(open: () => BusConnection, cut: () => Promise<void>) {
  const [a, b] = [node(open()), node(open())]
  await expect.poll(() => a.bus.nodes()).toEqual([b.bus.node_id])
  await expect.poll(() => b.bus.nodes()).toEqual([a.bus.node_id])

  // Equal messages, many in one tick, and one larger than a NOTIFY, with characters of every byte length.
  const payloads = [...Array.from({ length: 2_000 }, () => 'the same'), '𝄞é€x'.repeat(40_000), 'last']
  for (const data of payloads) a.bus.publish('said', data)
  await expect.poll(() => b.received.length).toBe(payloads.length)
  expect(b.received).toEqual(payloads)
  expect(b.bus.stats()).toMatchObject({ is_up: true, missed: 0, rejected: {} })

  await cut()
  await expect.poll(() => [a.missed, b.missed].every((missed) => missed.includes(null))).toBe(true)
  await expect.poll(() => a.bus.stats().is_up && b.bus.stats().is_up).toBe(true)
  b.bus.publish('said', 'again')
  await expect.poll(() => a.received.at(-1)).toBe('again')
}

describe.skipIf(!redisProgram || !database_url)('Redis', () => {
  test('nodes exchange all events, and again after an outage', async () => {
    const redis = await startRedis()
    closing.push(() => redis[Symbol.asyncDispose]())
    await exchangeEvents(
      () => connectRedis(redis.url, channel, log),
      async () => {
        await redis.kill()
        await redis.start()
      },
    )
  })

  test('an unreachable Redis is waited for, and nothing throws', async () => {
    const redis = await startRedis()
    closing.push(() => redis[Symbol.asyncDispose]())
    await redis.kill()
    const [a, b] = [connectRedis(redis.url, channel, log), connectRedis(redis.url, channel, log)].map(node)
    a?.bus.publish('said', 'into the void')
    expect(a?.bus.stats().is_up).toBe(false)
    await redis.start()
    await expect.poll(() => b?.bus.nodes()).toHaveLength(1)
    const otherUser = new Redis(redis.url)
    await otherUser.flushall()
    otherUser.disconnect()
    a?.bus.publish('said', 'hello')
    await expect.poll(() => b?.received).toEqual(['hello'])
  })
})

test.skipIf(!database_url)('PostgreSQL: nodes exchange all events, and again after an outage', async () => {
  const url = database_url ?? ''
  await exchangeEvents(
    () => connectPostgres(url, channel, log),
    () =>
      onServer(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'ozvi bus' and datname = current_database()`,
      ),
  )
})
