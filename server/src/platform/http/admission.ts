import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LoadLimits } from './load-limits.ts'
import type { BaseLogger } from 'pino'
import { type Turn, type TurnLimits, Turns } from './turns.ts'

const apartLimits = {
  entrance: { running_max: 8, waiting_max: 128, wait_max_ms: 10_000 },
  // The official clients do not ask again for a signature that they did not get.
  sockets: { running_max: 48, waiting_max: 20_000, wait_max_ms: 30_000 },
} satisfies Record<string, TurnLimits>

/**
 * What a route does with its turn. `kept` until its reply is made, by default for all that are not public; `brief`
 * where a body follows that may be slow; `free` for what asks nothing of the database, by default for the public ones
 * that the contract does not name. What must work however much else there is to do has turns apart: `entrance` for who
 * signs in, `sockets` for who joins channels, since all of them do so at once when a server comes back.
 */
export type TurnUse = 'kept' | 'brief' | 'free' | keyof typeof apartLimits

declare module 'fastify' {
  interface FastifyContextConfig {
    turn?: TurnUse
  }
  interface FastifyRequest {
    endTurn: Turn | null
  }
}

export interface Admission {
  /** Whose load a caller's next requests count as. */
  recognise(request: FastifyRequest, actor: unknown): void
  stats(): { running: number; waiting: number; turned_away: Readonly<Record<string, number>> }
}

const look_ms = 500
const resolution_ms = 20
/** Nobody turned away for so long: it is over. */
const passed_ms = 10_000
/** Callers are told different times, so that they do not come back together. */
const retry_s = { min: 1, max: 5 }
/** Whose caller has left, a turn that nobody ends is ended after this. */
const abandoned_ms = 30_000
const recognised_max = 20_000
const strangers = 'strangers'

/**
 * Bounds what is done at once, so that a server with too much to do stays quick for what it takes, and says 503 with
 * `Retry-After` to the rest before it costs anything. Sign-in and the signing of channels have places of their own;
 * health, metrics and pages take none.
 *
 * A workspace is a lane: its load makes its own callers wait. Which workspace a caller belongs to is known from the
 * caller's last request that was let in, never from what a request says; whoever is not known yet shares a lane with
 * all others who are not.
 */
export function openAdmission(app: FastifyInstance, limits: LoadLimits, log: BaseLogger): Admission {
  const turns = new Turns(limits)
  const apart = { entrance: new Turns(apartLimits.entrance), sockets: new Turns(apartLimits.sockets) }
  const all = [turns, apart.entrance, apart.sockets]
  const recognised = new Map<string, string>()
  const turned_away = { full: 0, loop: 0 }
  const delay = monitorEventLoopDelay({ resolution: resolution_ms })
  delay.enable()
  let isLate = false
  let told = 0
  let quiet_ms = Infinity
  const looking = setInterval(() => {
    isLate = delay.mean / 1e6 - resolution_ms > limits.loop_delay_max_ms
    delay.reset()
    const count = turned_away.full + turned_away.loop
    if (count > told && quiet_ms >= passed_ms)
      log.warn(turned_away, 'Too much to do: requests are turned away')
    if (quiet_ms < passed_ms && quiet_ms + look_ms >= passed_ms)
      log.info(turned_away, 'No request is turned away any more')
    quiet_ms = count > told ? 0 : quiet_ms + look_ms
    told = count
  }, look_ms).unref()
  app.addHook('onClose', async () => {
    clearInterval(looking)
    delay.disable()
  })

  function turnAway(why: keyof typeof turned_away): Problem {
    turned_away[why]++
    const retry_after_s = retry_s.min + Math.floor(Math.random() * (retry_s.max - retry_s.min + 1))
    return new Problem('unavailable', undefined, { retry_after_s })
  }
  const useOf = ({ routeOptions: { config } }: FastifyRequest): TurnUse =>
    // An address that no route has is a page's, or nobody's.
    config?.turn ?? (config?.policy === undefined || config.policy === 'public' ? 'free' : 'kept')
  const laneOf = (request: FastifyRequest) => recognised.get(credentialOf(request)) ?? strangers

  app.decorateRequest('endTurn', null)
  // Before a body is read, where it is known already that there is no place.
  app.addHook('onRequest', (request, _reply, done) => {
    const use = useOf(request)
    if (use === 'kept' || use === 'brief') {
      if (isLate) return done(turnAway('loop'))
      if (turns.isFull(laneOf(request))) return done(turnAway('full'))
    }
    done()
  })
  app.addHook('preHandler', async (request) => {
    const use = useOf(request)
    if (use === 'free') return
    const gate = use === 'entrance' || use === 'sockets' ? apart[use] : turns
    const entered = gate.enter(laneOf(request), () => request.raw.socket.destroyed)
    const turn = entered instanceof Promise ? await entered : entered
    if (!turn) throw turnAway('full')
    if (use === 'brief') turn()
    else request.endTurn = turn
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endTurn?.()
    done(null, payload)
  })
  app.addHook('onRequestAbort', (request, done) => {
    const { endTurn } = request
    if (endTurn) setTimeout(endTurn, abandoned_ms).unref()
    done()
  })

  return {
    recognise(request, actor) {
      const credential = credentialOf(request)
      if (!credential || typeof actor !== 'object' || actor === null) return
      const { integration_id } = actor as { integration_id?: unknown } // actors are the features' own
      const lane = typeof integration_id === 'string' ? integration_id : recognised.get(credential)
      recognised.delete(credential)
      recognised.set(credential, lane ?? credential)
      const [oldest] = recognised.size > recognised_max ? recognised.keys() : []
      if (oldest !== undefined) recognised.delete(oldest)
    },
    stats: () => ({
      running: all.reduce((sum, { running }) => sum + running, 0),
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      turned_away,
    }),
  }
}

const credentialOf = ({ headers, cookies }: FastifyRequest) =>
  headers.authorization ?? cookies['__Host-sid'] ?? cookies['sid'] ?? ''
