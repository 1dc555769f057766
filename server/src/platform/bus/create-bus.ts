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
const batch_bytes = 7_000
/** Envelopes sent to a stalled connection before the rest is dropped. Receivers detect the gap. */
const unechoed_max = 10_000
/** Dead nodes remembered, so that their late messages are ignored. */
const departed_max = 1_000

type Log = BusOptions['log']

/** Counts rejected messages and errors of listeners by reason. */
function createRejections(log: Log) {
  const counts: Record<string, number> = {}
  function reject(reason: string) {
    // Logged once, so that junk messages can't fill the log.
    if (!counts[reason]) {
      const advice = reason === 'signature' ? '; nodes of one installation need the same keys' : ''
      log.warn({ reason }, `bus: message rejected${advice}`)
    }
    counts[reason] = (counts[reason] ?? 0) + 1
  }
  return {
    counts,
    reject,
    /** Calls a listener, whose errors must not stop the bus. */
    guarded(call: () => void) {
      try {
        call()
      } catch (error) {
        reject('handler')
        log.error({ err: error }, 'bus: a listener failed')
      }
    },
  }
}

interface SenderOptions {
  connection: BusConnection
  key: Buffer
  node_id: string
  echo_ms: number
  reject: (reason: string) => void
}

/** The sending half: batches and numbers messages, and expects the echo of each envelope. */
function createSender({ connection, key, node_id, echo_ms, reject }: SenderOptions) {
  let waiting: string[] = []
  let flushing: NodeJS.Immediate | undefined
  let seq = 0
  /** Envelopes whose echo hasn't arrived yet. */
  let unechoed: { seq: number; at_ms: number }[] = []
  /** The last envelope sent before the connection was up. Its missing echo proves nothing. */
  let disconnected_seq = 0
  let is_connected = false
  let lag_ms = 0

  function announce(messages: readonly string[] = [], is_bye = false) {
    seq++
    if (!is_connected || unechoed.length > unechoed_max) return
    unechoed.push({ seq, at_ms: performance.now() })
    connection.send(seal(key, node_id, seq, messages, is_bye))
  }
  function flush() {
    clearImmediate(flushing)
    flushing = undefined
    let next: string[] = []
    let bytes = 0
    for (const message of waiting) {
      if (next.length > 0 && bytes + message.length > batch_bytes) {
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
  return {
    announce,
    flush,
    add(message: string) {
      waiting.push(message)
      flushing ??= setImmediate(flush)
    },
    /** Uses up a number for a message that isn't sent, so that receivers detect the gap. */
    leaveGap: () => void (seq += 1),
    /** Handles the echo of our own envelope. */
    echoed(own_seq: number) {
      let echoed: { seq: number; at_ms: number } | undefined
      while (unechoed[0] && unechoed[0].seq <= own_seq) echoed = unechoed.shift()
      if (own_seq <= disconnected_seq) return
      if (echoed?.seq !== own_seq) return reject('repeat')
      lag_ms = performance.now() - echoed.at_ms
    },
    connected() {
      is_connected = true
      unechoed = []
      disconnected_seq = seq
      announce()
    },
    disconnected: () => void (is_connected = false),
    isUp: (now_ms = performance.now()) =>
      is_connected && (unechoed[0] === undefined || now_ms - unechoed[0].at_ms < echo_ms),
    lag_ms: () => lag_ms,
  }
}

interface Peer {
  seq: number
  received_at_ms: number
}
interface PeerOptions {
  notify: (announce: (listener: BusListener) => void) => void
  reject: (reason: string) => void
  /** Makes this node known to a node that has just joined. */
  introduce: () => void
}

/** The other nodes, and the last number received from each. */
function createPeers({ notify, reject, introduce }: PeerOptions) {
  const peers = new Map<string, Peer>()
  const departed = new Map<string, number>()
  let missed = 0

  function miss(from_node: string | null) {
    missed++
    notify((listener) => listener.missed?.(from_node))
  }
  function giveUp(node: string, seq = peers.get(node)?.seq ?? 0) {
    if (!peers.delete(node)) return
    departed.set(node, seq)
    for (const oldest of departed.keys()) if (departed.size > departed_max) departed.delete(oldest)
    notify((listener) => listener.left?.(node))
  }
  return {
    nodes: () => [...peers.keys()],
    missed: () => missed,
    miss,
    giveUp,
    /** Gives up the nodes that have been silent since `since_ms`. */
    giveUpSilent(now_ms: number, since_ms: number, silent_ms: number) {
      for (const [node, { received_at_ms }] of peers)
        if (now_ms - Math.max(received_at_ms, since_ms) > silent_ms) giveUp(node)
    },
    /** @returns whether the envelope is new */
    receive({ node, seq, bye }: Envelope): boolean {
      const received_at_ms = performance.now()
      const peer = peers.get(node)
      if (seq <= (peer?.seq ?? departed.get(node) ?? 0)) {
        reject('repeat')
        return false
      }
      if (peer) {
        const has_hole = seq > peer.seq + 1
        Object.assign(peer, { seq, received_at_ms })
        if (has_hole) miss(node)
      } else if (!bye) {
        peers.set(node, { seq, received_at_ms })
        departed.delete(node)
        notify((listener) => listener.joined?.(node))
        introduce()
      }
      return true
    },
  }
}

interface BeatOptions extends Pick<BusTimings, 'beat_ms' | 'silent_ms'> {
  sender: ReturnType<typeof createSender>
  peers: ReturnType<typeof createPeers>
  log: Log
}

/** Sends keepalive messages and gives up nodes that send none. */
function startBeat({ sender, peers, log, beat_ms, silent_ms }: BeatOptions): NodeJS.Timeout {
  let listening_since_ms = performance.now()
  let beaten_at_ms = listening_since_ms
  let was_up = true
  function beat() {
    const now_ms = performance.now()
    const is_up = sender.isUp(now_ms)
    // While this node was disconnected or suspended, it can't tell whether others were silent.
    if (!is_up || now_ms - beaten_at_ms > 3 * beat_ms) listening_since_ms = now_ms
    beaten_at_ms = now_ms
    if (is_up !== was_up) {
      was_up = is_up
      if (was_up) log.info('bus: connected again')
      else log.warn('bus: disconnected, polling the database for events of other nodes')
    }
    peers.giveUpSilent(now_ms, listening_since_ms, silent_ms)
    sender.announce()
  }
  return setInterval(beat, beat_ms).unref()
}

/** The bus over any transport: sequence numbers, keepalive, signatures and gap detection. */
export function createBus({ connection, key, log, timings }: BusOptions): Bus {
  const { beat_ms, silent_ms, echo_ms } = { ...busTimings, ...timings }
  const node_id = randomUUID()
  const subscribers = new Map<string, Set<(data: unknown, from_node: string) => void>>()
  const listeners = new Set<BusListener>()
  const { counts: rejected, reject, guarded } = createRejections(log)
  const notify = (announce: (listener: BusListener) => void) => {
    for (const listener of listeners) guarded(() => announce(listener))
  }
  const sender = createSender({ connection, key, node_id, echo_ms, reject })
  const peers = createPeers({ notify, reject, introduce: () => sender.announce() })
  const counts = { published: 0, received: 0 }
  let was_connected = false
  let is_closed = false

  function handle(envelope: Envelope) {
    const { node, seq, bye, messages } = envelope
    if (node === node_id) return sender.echoed(seq)
    if (!peers.receive(envelope)) return
    for (const [topic, data] of messages) {
      counts.received++
      for (const call of subscribers.get(topic) ?? []) guarded(() => call(data, node))
    }
    if (bye) peers.giveUp(node, Infinity)
  }

  connection.open({
    received(text) {
      if (is_closed) return
      const envelope = unseal(key, text)
      if (typeof envelope === 'string') reject(envelope)
      else handle(envelope)
    },
    up() {
      sender.connected()
      if (was_connected) peers.miss(null)
      was_connected = true
    },
    down: sender.disconnected,
  })
  const beating = startBeat({ sender, peers, log, beat_ms, silent_ms })

  return {
    node_id,
    publish(topic, data) {
      if (is_closed) return
      const message = JSON.stringify([topic, data])
      if (message.length > envelope_bytes_max / 2) {
        log.warn({ topic, bytes: message.length }, 'bus: message too large, not sent')
        return sender.leaveGap()
      }
      counts.published++
      sender.add(message)
    },
    subscribe(topic, listener) {
      const set = subscribers.get(topic) ?? new Set()
      subscribers.set(topic, set.add(listener))
      return () => void set.delete(listener)
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    nodes: peers.nodes,
    stats: () => ({
      is_up: sender.isUp(),
      lag_ms: sender.lag_ms(),
      nodes: peers.nodes().length,
      ...counts,
      missed: peers.missed(),
      rejected: { ...rejected },
    }),
    async close() {
      if (is_closed) return
      sender.flush()
      sender.announce([], true)
      is_closed = true
      clearInterval(beating)
      await connection.close()
    },
  }
}
