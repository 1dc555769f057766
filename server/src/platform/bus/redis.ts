import { Redis, type RedisOptions } from 'ioredis'
import type { BaseLogger } from 'pino'
import type { Line, LineEars } from './line.ts'

const retry_ms_max = 2_000
/** Every node's signs of life come round each second: a connection silent for this long is dead. */
const silent_ms = 4_000

const options = {
  lazyConnect: true,
  // What cannot be said now is missed by the others, who then look at the table: it must not come late.
  enableOfflineQueue: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 3_000,
  socketTimeout: silent_ms,
  retryStrategy: (times: number) =>
    Math.min(retry_ms_max, 50 * 2 ** Math.min(times, 10)) * (0.75 + Math.random() / 2),
} satisfies RedisOptions

/** A line through Redis: one connection that speaks, one that hears. */
export function redisLine(url: string, channel: string, log: Pick<BaseLogger, 'warn' | 'info'>): Line {
  const mouth = new Redis(url, options)
  const ear = new Redis(url, options)
  let is_up = false
  let is_closed = false

  function lose(error?: unknown) {
    if (is_closed || !is_up) return
    is_up = false
    log.warn({ err: error }, 'bus: Redis is away')
  }

  return {
    open(ears: LineEars) {
      const down = (error?: unknown) => {
        lose(error)
        ears.down()
      }
      for (const client of [mouth, ear]) {
        client.on('error', () => {}) // told once, below
        client.on('close', () => down())
        client.on('ready', () => void begin())
      }
      ear.on('message', (_channel, text: string) => ears.heard(text))
      async function begin() {
        if (mouth.status !== 'ready' || ear.status !== 'ready') return
        try {
          await ear.subscribe(channel)
          if (is_closed) return
          is_up = true
          ears.up()
        } catch {
          // The connection went while it asked; it comes back by itself and asks again.
          ear.disconnect(true)
        }
      }
      // Each goes on trying by itself.
      for (const client of [mouth, ear]) client.connect().catch(() => {})
    },
    send(text) {
      // A failure shows in the echo that does not come.
      if (mouth.status === 'ready') mouth.publish(channel, text).catch(() => {})
    },
    async close() {
      is_closed = true
      // What was said last, such as a goodbye, shall be out first.
      if (mouth.status === 'ready')
        await Promise.race([
          mouth.quit().catch(() => {}),
          new Promise((resolve) => setTimeout(resolve, 500).unref()),
        ])
      mouth.disconnect()
      ear.disconnect()
    },
  }
}
