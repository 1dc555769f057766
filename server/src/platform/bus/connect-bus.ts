import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../context/config.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Bus } from './bus.ts'
import { createBus } from './create-bus.ts'
import { connectPostgres } from './postgres.ts'
import { connectRedis } from './redis.ts'

/**
 * Connects the bus: through Redis if configured, otherwise through the database server. With the embedded
 * database there is only one node and no bus.
 */
export function connectBus(config: Config, secrets: Secrets, log: Logger): Bus | undefined {
  const { database_url, redis_url } = config
  if (!database_url) return undefined
  const key = secrets.derive('bus')
  if (!redis_url) return createBus({ connection: connectPostgres(database_url, 'ozvi_bus', log), key, log })
  // Installations that share a Redis use different channels.
  const channel = `ozvi:bus:${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
  return createBus({ connection: connectRedis(redis_url, channel, log), key, log })
}
