import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LoadLimits } from './load-limits.ts'
import type { BaseLogger } from 'pino'
import { type Slot, type QueueLimits, FairQueue } from './fair-queue.ts'

const ownLimits = {
  entrance: { running_max: 8, waiting_max: 128, wait_max_ms: 10_000 },
  // The official clients don't retry a failed channel authorization.
  sockets: { running_max: 48, waiting_max: 20_000, wait_max_ms: 30_000 },
} satisfies Record<string, QueueLimits>

/**
 * How a route uses its slot. `kept`: until the reply is ready; the default for routes that aren't public.
 * `brief`: released before a body that may be slow. `free`: no database access; the default for public routes
 * outside the contract. What must work under any load has separate slots: `entrance` for signing in,
 * `sockets` for joining channels, since all clients do so at once after a restart.
 */
export type SlotUse = 'kept' | 'brief' | 'free' | keyof typeof ownLimits

declare module 'fastify' {
  interface FastifyContextConfig {
    slot?: SlotUse
  }
  interface FastifyRequest {
    releaseSlot: Slot | null
  }
}

export interface LoadShedder {
  /** Sets the tenant that a caller's next requests count toward. */
  assignTenant(request: FastifyRequest, actor: unknown): void
  stats(): { running: number; waiting: number; rejected: Readonly<Record<string, number>> }
}

const check_ms = 500
const resolution_ms = 20
/** Overload counts as over when nothing was rejected for this long. */
const passed_ms = 10_000
/** `Retry-After` is randomized, so that callers don't return at the same time. */
const retry_s = { min: 1, max: 5 }
/** If the caller has disconnected, a slot that is never released ends after this. */
const abandoned_ms = 30_000
const tenants_max = 20_000
const anonymous = 'anonymous'

/**
 * Limits concurrent requests, so that an overloaded server stays fast for what it accepts and answers the
 * rest with 503 and `Retry-After` before any work is done. Signing in and channel authorization have separate
 * slots; health, metrics and pages need none.
 *
 * Each workspace has its own queue: its load delays its own callers. A caller's workspace is known from their
 * last authorized request, never from what a request claims; unknown callers share a queue.
 */
export function createLoadShedder(app: FastifyInstance, limits: LoadLimits, log: BaseLogger): LoadShedder {
  const slots = new FairQueue(limits)
  const separate = { entrance: new FairQueue(ownLimits.entrance), sockets: new FairQueue(ownLimits.sockets) }
  const all = [slots, separate.entrance, separate.sockets]
  /** The queues of callers, by credential. */
  const tenants = new Map<string, string>()
  const rejected = { full: 0, loop: 0 }
  const delay = monitorEventLoopDelay({ resolution: resolution_ms })
  delay.enable()
  let isLate = false
  let reported = 0
  let sinceRejection_ms = Infinity
  const checkTimer = setInterval(() => {
    isLate = delay.mean / 1e6 - resolution_ms > limits.loop_delay_max_ms
    delay.reset()
    const count = rejected.full + rejected.loop
    if (count > reported && sinceRejection_ms >= passed_ms)
      log.warn(rejected, 'http: overloaded, rejecting requests')
    if (sinceRejection_ms < passed_ms && sinceRejection_ms + check_ms >= passed_ms)
      log.info(rejected, 'http: no longer overloaded')
    sinceRejection_ms = count > reported ? 0 : sinceRejection_ms + check_ms
    reported = count
  }, check_ms).unref()
  app.addHook('onClose', async () => {
    clearInterval(checkTimer)
    delay.disable()
  })

  function reject(why: keyof typeof rejected): Problem {
    rejected[why]++
    const retry_after_s = retry_s.min + Math.floor(Math.random() * (retry_s.max - retry_s.min + 1))
    return new Problem('unavailable', undefined, { retry_after_s })
  }
  const useOf = ({ routeOptions: { config } }: FastifyRequest): SlotUse =>
    // An address without a route is a page, or doesn't exist.
    config?.slot ?? (config?.policy === undefined || config.policy === 'public' ? 'free' : 'kept')
  const queueKeyOf = (request: FastifyRequest) => tenants.get(credentialOf(request)) ?? anonymous

  app.decorateRequest('releaseSlot', null)
  // Reject before reading the body if no slot is available.
  app.addHook('onRequest', (request, _reply, done) => {
    const use = useOf(request)
    if (use === 'kept' || use === 'brief') {
      if (isLate) return done(reject('loop'))
      if (slots.isFull(queueKeyOf(request))) return done(reject('full'))
    }
    done()
  })
  app.addHook('preHandler', async (request) => {
    const use = useOf(request)
    if (use === 'free') return
    const queue = use === 'entrance' || use === 'sockets' ? separate[use] : slots
    const entered = queue.enter(queueKeyOf(request), () => request.raw.socket.destroyed)
    const slot = entered instanceof Promise ? await entered : entered
    if (!slot) throw reject('full')
    if (use === 'brief') slot()
    else request.releaseSlot = slot
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.releaseSlot?.()
    done(null, payload)
  })
  app.addHook('onRequestAbort', (request, done) => {
    const { releaseSlot } = request
    if (releaseSlot) setTimeout(releaseSlot, abandoned_ms).unref()
    done()
  })

  return {
    assignTenant(request, actor) {
      const credential = credentialOf(request)
      if (!credential || typeof actor !== 'object' || actor === null) return
      const { integration_id } = actor as { integration_id?: unknown } // actors are defined by the features
      const queueKey = typeof integration_id === 'string' ? integration_id : tenants.get(credential)
      // Moves to the end of the map, whose first entry is then the longest unused.
      tenants.delete(credential)
      tenants.set(credential, queueKey ?? credential)
      const [oldest] = tenants.keys()
      if (tenants.size > tenants_max && oldest !== undefined) tenants.delete(oldest)
    },
    stats: () => ({
      running: all.reduce((sum, { running }) => sum + running, 0),
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      rejected,
    }),
  }
}

const credentialOf = ({ headers, cookies }: FastifyRequest) =>
  headers.authorization ?? cookies['__Host-sid'] ?? cookies['sid'] ?? ''
