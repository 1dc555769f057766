import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createEgress } from '#platform/egress/index.ts'
import { postWebhook } from '#platform/webhooks/post.ts'
import { createRealtime, type Realtime, type RealtimeOptions } from '../index.ts'
import { collectWebhooks } from '../webhooks/collect.ts'
import { webhook_names } from '../webhooks/events.ts'
import { pusherHeaders } from '../webhooks/pusher-headers.ts'

export const app = { id: 'app-id', key: 'app-key', secret: 'app-secret-of-at-least-32-characters' }

/** The realtime server alone on its own port, for tests and measurements. */
export async function startStandalone(options: Partial<RealtimeOptions> = {}, port = 0) {
  const realtime = createRealtime({
    app,
    log: pino({ level: 'silent' }),
    ...options,
    // Slow test machines are allowed, unless that is what is tested.
    timings: { loop_delay_max_ms: Infinity, ...options.timings },
  })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = 'GET', url = '/' } = request
      void realtime
        .handleApi({ method, url, body: Buffer.concat(chunks) })
        .then(({ status, body }) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
        )
    })
  })
  realtime.attach(server)
  await new Promise<void>((resolve) => server.listen({ port, host: '127.0.0.1', backlog: 4096 }, resolve))
  return { realtime, server, port: portOf(server), close: () => stop(realtime, server) }
}

function portOf(server: Server) {
  // A server that listens on a port has an address of this type.
  return (server.address() as AddressInfo).port
}

async function stop(realtime: Realtime, server: Server) {
  realtime.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** Webhooks without a database: batches wait in memory and are sent once. */
function tellWebhooks(realtime: Realtime, url: string) {
  const { host } = new URL(url)
  const egress = createEgress({ allow: [host], log: pino({ level: 'silent' }), user_agent: 'standalone' })
  async function post(body: string) {
    const headers = pusherHeaders(app, body)
    await postWebhook({ egress, now: Date.now }, { url, body, headers, secrets: [app.secret] })
  }
  let line = Promise.resolve()
  collectWebhooks({
    watch: (listener) => realtime.watch(listener),
    names: webhook_names,
    now: Date.now,
    take: (batch) => void (line = line.then(() => post(JSON.stringify(batch)))),
  })
}

/** From a shell: `node standalone.ts --port 7001 [--subscription-count] [--webhook URL] …`. SIGTERM drains. */
async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '7001' },
      'subscription-count': { type: 'boolean', default: false },
      'ping-after-ms': { type: 'string', default: '45000' },
      'pong-within-ms': { type: 'string', default: '30000' },
      webhook: { type: 'string' },
      'drain-ms': { type: 'string', default: '1000' },
    },
  })
  const { realtime, server, port } = await startStandalone(
    {
      log: pino({ level: 'warn' }),
      subscription_counts: values['subscription-count'],
      timings: {
        ping_after_ms: Number(values['ping-after-ms']),
        pong_within_ms: Number(values['pong-within-ms']),
      },
    },
    Number(values.port),
  )
  if (values.webhook) tellWebhooks(realtime, values.webhook)
  process.stdout.write(`listening on ${port}, pid ${process.pid}\n`)
  process.on('SIGTERM', () => {
    void realtime.drain(Number(values['drain-ms'])).then(() => stop(realtime, server))
  })
}

if (import.meta.main) await main()
