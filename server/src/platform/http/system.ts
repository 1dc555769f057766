import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { sql } from 'kysely'
import type { Bus } from '../bus/index.ts'
import { busMetrics } from '../bus/metrics.ts'
import type { Config } from '../context/config.ts'
import type { Context } from '../context/context.ts'
import { createMetrics, type Metrics } from '../context/metrics.ts'
import type { LoadShedder } from './load-shedding.ts'
import { isFromThisMachine } from './host-check.ts'
import { describe } from '../openapi/operations.ts'
import type { Realtime } from '../realtime/index.ts'
import type { Webhooks } from '../realtime/webhooks/index.ts'

/** Time limit of the database check. */
const checkWithin_ms = 2_000
const status = { 'application/json': { type: 'object', properties: { status: { type: 'string' } } } }
const live = describe({
  path: '/health/live',
  operation_id: 'isAlive',
  tag: 'system',
  access: 'public',
  reply: status,
  problems: [],
})
const ready = describe({
  path: '/health/ready',
  operation_id: 'isReady',
  tag: 'system',
  access: 'public',
  reply: status,
  problems: [],
  otherErrors: { 503: 'The database is away, or the server is about to stop.' },
})
const metrics = describe({
  path: '/metrics',
  operation_id: 'getMetrics',
  tag: 'system',
  summary: 'Metrics for Prometheus.',
  access: 'METRICS_TOKEN as a bearer token; outside production also loopback',
  reply: { 'text/plain': { type: 'string' } },
  problems: ['page_not_found'],
})

const digest = (text: string) => createHash('sha256').update(text).digest()

/** @throws Problem `page_not_found` without the token */
function assertCanMeasure(request: FastifyRequest, config: Config): void {
  const { metrics_token, is_production } = config
  const provided = digest(request.headers.authorization ?? '')
  const hasToken = metrics_token !== undefined && timingSafeEqual(provided, digest(`Bearer ${metrics_token}`))
  if (!hasToken && (is_production || !isFromThisMachine(request, config))) throw new Problem('page_not_found')
}

export interface System {
  /** From now on `/health/ready` answers 503, so that no new clients are sent here. */
  drain(): void
}

/** Routes for load balancers. */
function healthRoutes(
  app: FastifyInstance,
  ctx: Context,
  { bus, isDraining }: { bus: Bus | undefined; isDraining: () => boolean },
): void {
  app.get('/health/live', { config: { policy: 'public', operations: [live] } }, async () => ({
    status: 'ok',
  }))
  app.get('/health/ready', { config: { policy: 'public', operations: [ready] } }, async (_request, reply) => {
    const isUp = await Promise.race([
      sql`select 1`.execute(ctx.db as Parameters<ReturnType<typeof sql>['execute']>[0]).then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, checkWithin_ms, false).unref()),
    ])
    // Without its bus a node still exchanges everything through the database, a second later.
    const isBusUp = bus?.stats().is_up ?? true
    const send = (code: 200 | 503, status: string) =>
      reply.code(code).header('cache-control', 'no-store').send({ status })
    if (isDraining()) return send(503, 'draining')
    if (!isUp) return send(503, 'database unavailable')
    return send(200, isBusUp ? 'ok' : 'degraded')
  })
}

function loadMetrics({ gauge, counters }: Metrics, ctx: Context, loadShedder: LoadShedder): void {
  gauge('http_running', 'Requests being processed.', () => loadShedder.stats().running)
  gauge('http_waiting', 'Requests waiting for a slot.', () => loadShedder.stats().waiting)
  counters('http_rejected_total', 'Requests answered 503 because of overload.', 'reason', () => ({
    ...loadShedder.stats().rejected,
  }))
  counters('mail_queued_total', 'Emails queued for delivery, by kind.', 'kind', () => ctx.mail.counts.queued)
  counters(
    'mail_rejected_total',
    'Emails not sent because of a limit, by limit.',
    'limit',
    () => ctx.mail.counts.rejected,
  )
}

function realtimeMetrics(
  { gauge, counter, counters }: Metrics,
  stats: () => ReturnType<Realtime['stats']>,
): void {
  gauge('realtime_connections', 'Open sockets.', () => stats().connections)
  gauge('realtime_buffered_bytes', 'Bytes that clients haven’t read yet.', () => stats().buffered_bytes)
  counter('realtime_delivered_total', 'Events written to sockets.', () => stats().delivered)
  counter(
    'realtime_slow_closed_total',
    'Sockets closed because their clients read too slowly.',
    () => (stats().closed['slow_bytes'] ?? 0) + (stats().closed['slow_age'] ?? 0),
  )
  counters(
    'realtime_rejected_total',
    'Connections rejected at the handshake.',
    'code',
    () => stats().rejected_connections,
  )
}

function webhookMetrics({ gauge, counters }: Metrics, webhooks: Webhooks, paused: () => number): void {
  gauge('realtime_webhooks_paused', 'Addresses paused after a day of failed deliveries.', paused)
  counters('realtime_webhooks_total', 'Webhook deliveries by outcome.', 'outcome', () => ({
    ...webhooks.counts,
  }))
}

/** Routes for operators: liveness, readiness and metrics. */
export function systemRoutes(
  app: FastifyInstance,
  ctx: Context,
  realtime: Realtime,
  {
    loadShedder,
    bus,
    webhooks,
  }: {
    loadShedder: LoadShedder
    bus?: Bus | undefined
    webhooks?: Webhooks | undefined
  },
): System {
  let isDraining = false
  healthRoutes(app, ctx, { bus, isDraining: () => isDraining })
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const meters = createMetrics(registry)
  loadMetrics(meters, ctx, loadShedder)
  // Computed over all sockets, so only once per scrape.
  let stats = realtime.stats()
  let paused = 0
  realtimeMetrics(meters, () => stats)
  if (bus) busMetrics(bus, meters, () => stats.invalid_messages)
  if (webhooks) webhookMetrics(meters, webhooks, () => paused)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched'
    requests.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get(
    '/metrics',
    { config: { policy: 'metrics', slot: 'free', operations: [metrics] } },
    async (request, reply) => {
      assertCanMeasure(request, ctx.config)
      stats = realtime.stats()
      // If the state can't be read now, report the previous one.
      const lines = await webhooks?.list().catch(() => undefined)
      if (lines) paused = lines.filter(({ state }) => state === 'paused').length
      return reply.header('content-type', registry.contentType).send(await registry.metrics())
    },
  )
  return {
    drain() {
      isDraining = true
    },
  }
}
