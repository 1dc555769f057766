import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { sql } from 'kysely'
import type { Bus } from '../bus/index.ts'
import { busMetrics } from '../bus/metrics.ts'
import type { Context } from '../context.ts'
import type { Realtime } from '../realtime/index.ts'
import type { Webhooks } from '../realtime/webhooks/index.ts'

/** The health check gives the database this long. */
const checkWithin_ms = 2_000
const config = { policy: 'public' }

export interface System {
  /** From now on `/health/ready` says no, so that nobody new is sent here. */
  drain(): void
}

/** What those who run the product look at: is it alive, is it ready, how does it fare. */
export function systemRoutes(
  app: FastifyInstance,
  ctx: Context,
  realtime: Realtime,
  { bus, webhooks }: { bus?: Bus | undefined; webhooks?: Webhooks | undefined } = {},
): System {
  let isDraining = false
  app.get('/health/live', { config }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config }, async (_request, reply) => {
    const isUp = await Promise.race([
      sql`select 1`.execute(ctx.db as Parameters<ReturnType<typeof sql>['execute']>[0]).then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, checkWithin_ms, false).unref()),
    ])
    // Without its bus a node still tells and hears everything, a second later.
    const isWhole = bus?.stats().is_up ?? true
    const status = isDraining ? 'draining' : !isUp ? 'database unavailable' : isWhole ? 'ok' : 'degraded'
    return reply
      .code(isUp && !isDraining ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status })
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  if (bus) busMetrics(bus, registry)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'realtime_connections',
    help: 'Open sockets.',
    registers: [registry],
    collect() {
      this.set(realtime.stats().connections)
    },
  })
  new Gauge({
    name: 'realtime_buffered_bytes',
    help: 'Owed to sockets whose peers have not taken it yet.',
    registers: [registry],
    collect() {
      this.set(realtime.stats().buffered_bytes)
    },
  })
  const cut = new Counter({
    name: 'realtime_cut_total',
    help: 'Sockets ended because their peers did not read.',
    registers: [registry],
  })
  if (bus)
    new Counter({
      name: 'realtime_misheard_total',
      help: 'What other nodes told the realtime server and it did not believe.',
      registers: [registry],
      collect() {
        this.reset()
        this.inc(realtime.stats().misheard)
      },
    })
  const delivered = new Counter({
    name: 'realtime_delivered_total',
    help: 'Events handed to sockets.',
    registers: [registry],
  })
  if (webhooks)
    new Counter({
      name: 'realtime_webhooks_total',
      help: 'Webhooks by what became of them.',
      labelNames: ['outcome'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [outcome, count] of Object.entries(webhooks.counts)) this.inc({ outcome }, count)
      },
    })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched'
    requests.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/metrics', { config: { policy: 'public' } }, async (_request, reply) => {
    delivered.reset()
    const stats = realtime.stats()
    delivered.inc(stats.delivered)
    cut.reset()
    cut.inc((stats.closed['slow_bytes'] ?? 0) + (stats.closed['slow_age'] ?? 0))
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
  return {
    drain() {
      isDraining = true
    },
  }
}
