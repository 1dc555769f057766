import { Redis, type RedisOptions } from 'ioredis'
import type { BaseLogger } from 'pino'
import type { BusConnection, BusConnectionListener } from './connection.ts'

const retry_ms_max = 2_000
/** Keepalive messages arrive each second. A connection silent for this long counts as dead. */
const silent_ms = 4_000

const options = {
  lazyConnect: true,
  // A message that can't be sent now must be dropped, not delivered late. Receivers detect the gap and read
  // the table.
  enableOfflineQueue: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 3_000,
  socketTimeout: silent_ms,
  retryStrategy: (times: number) =>
    Math.min(retry_ms_max, 50 * 2 ** Math.min(times, 10)) * (0.75 + Math.random() / 2),
} satisfies RedisOptions

/** A transport through Redis, with one connection to publish and one to subscribe. */
export function connectRedis(
  url: string,
  channel: string,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): BusConnection {
  const publisher = new Redis(url, options)
  const subscriber = new Redis(url, options)
  let is_up = false
  let is_closed = false

  function lose(error?: unknown) {
    if (is_closed || !is_up) return
    is_up = false
    log.warn({ err: error }, 'bus: lost the Redis connection')
  }

  return {
    open(listener: BusConnectionListener) {
      const down = (error?: unknown) => {
        lose(error)
        listener.down()
      }
      for (const client of [publisher, subscriber]) {
        client.on('error', () => {}) // logged once, below
        client.on('close', () => down())
        client.on('ready', () => void connect())
      }
      subscriber.on('message', (_channel, text: string) => listener.received(text))
      async function connect() {
        if (publisher.status !== 'ready' || subscriber.status !== 'ready') return
        try {
          await subscriber.subscribe(channel)
          if (is_closed) return
          is_up = true
          listener.up()
        } catch {
          // The connection was lost during the call. The client reconnects and subscribes again.
          subscriber.disconnect(true)
        }
      }
      // Both clients keep retrying on their own.
      for (const client of [publisher, subscriber]) client.connect().catch(() => {})
    },
    send(text) {
      // A failure is detected by the missing echo.
      if (publisher.status === 'ready') publisher.publish(channel, text).catch(() => {})
    },
    async close() {
      is_closed = true
      // Flush pending messages, such as the departure.
      if (publisher.status === 'ready')
        await Promise.race([
          publisher.quit().catch(() => {}),
          new Promise((resolve) => setTimeout(resolve, 500).unref()),
        ])
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
