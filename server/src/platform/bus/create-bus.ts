import { randomUUID } from 'node:crypto'
import type { BaseLogger } from 'pino'
import type { Bus, BusListener } from './bus.ts'
import type { BusConnection } from './connection.ts'
import { type Envelope, envelope_bytes_max, seal, unseal } from './seal.ts'

export interface BusTimings {
  /** Interval of keepalive messages, so that a lost last message is detected. */
  beat_ms: number
  /** A node silent for this long counts as dead. */
  silent_ms: number
  /** Without an echo of our own messages within this time, the connection counts as down. */
  echo_ms: number
}
export interface BusOptions {
  connection: BusConnection
  /** Shared secret of this installation's nodes. */
  key: Buffer
  log: Pick<BaseLogger, 'warn' | 'error' | 'info'>
  timings?: Partial<BusTimings>
}
const busTimings: BusTimings = { beat_ms: 1_000, silent_ms: 10_000, echo_ms: 1_000 }

/** Target size of a batch. Fits into one PostgreSQL notification. */
const joined_bytes = 7_000
/** Envelopes sent to a stalled connection before the rest is dropped. Receivers detect the gap. */
const away_max = 10_000
/** Dead nodes remembered, so that their late messages are ignored. */
const gone_max = 1_000

interface Peer {
  seq: number
  heard_at_ms: number
}

/** The bus over any transport: sequence numbers, keepalive, signatures and gap detection. */
export function createBus({ connection, key, log, timings }: BusOptions): Bus {
  const { beat_ms, silent_ms, echo_ms } = { ...busTimings, ...timings }
  const node_id = randomUUID()
  const hearers = new Map<string, Set<(data: unknown, from_node: string) => void>>()
  const listeners = new Set<BusListener>()
  const peers = new Map<string, Peer>()
  const departed = new Map<string, number>()
  const refused: Record<string, number> = {}
  const counts = { published: 0, heard: 0, missed: 0 }
  let waiting: string[] = []
  let flushing: NodeJS.Immediate | undefined
  let seq = 0
  /** Envelopes whose echo hasn't arrived yet. */
  let away: { seq: number; at_ms: number }[] = []
  /** The last envelope sent before the connection was up. Its missing echo proves nothing. */
  let forgotten_seq = 0
  let is_connected = false
  let was_connected = false
  let is_closed = false
  let lag_ms = 0
  let listening_since_ms = performance.now()
  let beaten_at_ms = listening_since_ms
  let was_up = true

  function refuse(reason: string) {
    // Logged once, so that junk messages can't fill the log.
    if (!refused[reason]) {
      const advice = reason === 'signature' ? '; nodes of one installation need the same keys' : ''
      log.warn({ reason }, `bus: a message was refused${advice}`)
    }
    refused[reason] = (refused[reason] ?? 0) + 1
  }
  function guarded(call: () => void) {
    try {
      call()
    } catch (error) {
      refuse('handler')
      log.error({ err: error }, 'bus: a listener failed')
    }
  }
  const notifyListeners = (announce: (listener: BusListener) => void) => {
    for (const listener of listeners) guarded(() => announce(listener))
  }
  function miss(from_node: string | null) {
    counts.missed++
    notifyListeners((listener) => listener.missed?.(from_node))
  }

  function announce(messages: readonly string[], is_bye = false) {
    seq++
    if (!is_connected || away.length > away_max) return
    away.push({ seq, at_ms: performance.now() })
    connection.send(seal(key, node_id, seq, messages, is_bye))
  }
  function flush() {
    clearImmediate(flushing)
    flushing = undefined
    let next: string[] = []
    let bytes = 0
    for (const message of waiting) {
      if (next.length > 0 && bytes + message.length > joined_bytes) {
        announce(next)
        next = []
        bytes = 0
      }
      next.push(message)
      bytes += message.length
    }
    if (next.length > 0) announce(next)
    waiting = []
  }
  const isUp = (now_ms = performance.now()) =>
    is_connected && (away[0] === undefined || now_ms - away[0].at_ms < echo_ms)

  function beat() {
    const now_ms = performance.now()
    // While this node was disconnected or suspended, it can't tell whether others were silent.
    if (!isUp(now_ms) || now_ms - beaten_at_ms > 3 * beat_ms) listening_since_ms = now_ms
    beaten_at_ms = now_ms
    if (isUp(now_ms) !== was_up) {
      was_up = !was_up
      if (was_up) log.info('bus: it carries again')
      else log.warn('bus: it does not carry; events of other nodes come from the database')
    }
    for (const [node, { heard_at_ms }] of peers)
      if (now_ms - Math.max(heard_at_ms, listening_since_ms) > silent_ms) giveUp(node)
    announce([])
  }

  function giveUp(node: string, seq = peers.get(node)?.seq ?? 0) {
    if (!peers.delete(node)) return
    departed.set(node, seq)
    for (const oldest of departed.keys()) if (departed.size > gone_max) departed.delete(oldest)
    notifyListeners((listener) => listener.left?.(node))
  }

  function comeRound(own_seq: number) {
    let echoed: { seq: number; at_ms: number } | undefined
    while (away[0] && away[0].seq <= own_seq) echoed = away.shift()
    if (own_seq <= forgotten_seq) return
    if (echoed?.seq !== own_seq) return refuse('repeat')
    lag_ms = performance.now() - echoed.at_ms
  }

  function take({ node, seq, bye, messages }: Envelope) {
    if (node === node_id) return comeRound(seq)
    const heard_at_ms = performance.now()
    const peer = peers.get(node)
    if (seq <= (peer?.seq ?? departed.get(node) ?? 0)) return refuse('repeat')
    if (peer) {
      const has_hole = seq > peer.seq + 1
      Object.assign(peer, { seq, heard_at_ms })
      if (has_hole) miss(node)
    } else if (!bye) {
      peers.set(node, { seq, heard_at_ms })
      departed.delete(node)
      notifyListeners((listener) => listener.joined?.(node))
      // Announce this node right away.
      announce([])
    }
    for (const [topic, data] of messages) {
      counts.heard++
      for (const hear of hearers.get(topic) ?? []) guarded(() => hear(data, node))
    }
    if (bye) giveUp(node, Infinity)
  }

  connection.open({
    received(text) {
      if (is_closed) return
      const envelope = unseal(key, text)
      if (typeof envelope === 'string') refuse(envelope)
      else take(envelope)
    },
    up() {
      is_connected = true
      away = []
      forgotten_seq = seq
      announce([])
      if (was_connected) miss(null)
      was_connected = true
    },
    down() {
      is_connected = false
    },
  })
  const beating = setInterval(beat, beat_ms).unref()

  return {
    node_id,
    publish(topic, data) {
      if (is_closed) return
      const message = JSON.stringify([topic, data])
      // Send the envelope without its message, so that receivers detect the gap.
      if (message.length > envelope_bytes_max / 2) {
        log.warn({ topic, bytes: message.length }, 'bus: too much for one message')
        return void (seq += 1)
      }
      counts.published++
      waiting.push(message)
      flushing ??= setImmediate(flush)
    },
    subscribe(topic, hear) {
      const set = hearers.get(topic) ?? new Set()
      hearers.set(topic, set.add(hear))
      return () => void set.delete(hear)
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    nodes: () => [...peers.keys()],
    stats: () => ({
      is_up: isUp(),
      lag_ms,
      nodes: peers.size,
      ...counts,
      refused: { ...refused },
    }),
    async close() {
      if (is_closed) return
      flush()
      announce([], true)
      is_closed = true
      clearInterval(beating)
      await connection.close()
    },
  }
}
