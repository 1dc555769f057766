import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { between, type TestEnvironment } from '../environment.ts'

const lasts_ms = [1_000, 4_000] as const
const longFreeze_ms = 10_000
const withRedis = ({ redis_url }: Pick<TestEnvironment, 'redis_url'>) => Boolean(redis_url)
const proxies = ({ nodes_running }: TestEnvironment) => nodes_running.flatMap(({ redis }) => redis ?? [])

/** Redis is killed and returns empty. */
export const redisRestarts: Fault = {
  id: 'F4',
  name: 'Redis restarts',
  applies: (environment) => withRedis(environment) && environment.restartRedis !== undefined,
  async run(environment) {
    await environment.restartRedis?.()
  },
}

/** Connections to Redis are closed, and new ones refused for a while. */
export const redisAway: Fault = {
  id: 'F4',
  name: 'Redis is out of reach',
  applies: withRedis,
  async run(environment) {
    for (const proxy of proxies(environment)) proxy.refuse(true)
    await sleep(between(environment, ...lasts_ms))
    for (const proxy of proxies(environment)) proxy.refuse(false)
  },
}

/** Connections to Redis stay open without responses. */
export const redisFreezes: Fault = {
  id: 'F4',
  name: 'Redis stands still',
  applies: withRedis,
  async run(environment) {
    for (const proxy of proxies(environment)) proxy.freeze(true)
    await sleep(environment.isLong ? longFreeze_ms : between(environment, ...lasts_ms))
    for (const proxy of proxies(environment)) proxy.freeze(false)
  },
}

/** Redis loses all its data. */
export const redisForgets: Fault = {
  id: 'F4',
  name: 'Redis forgets everything (FLUSHALL)',
  applies: withRedis,
  async run(environment) {
    const { hostname, port } = new URL(environment.redis_url ?? '')
    const redis = connect(Number(port || 6379), hostname)
    redis.write('FLUSHALL\r\n')
    const [answer] = await once(redis, 'data')
    redis.destroy()
    if (!String(answer).startsWith('+OK')) throw new Error(`Redis said ${String(answer)}`)
  },
}
