import type { Log } from './options.ts'

/** A client's event that was passed on. */
interface ClientEvent {
  channel: string
  event: string
  /** JSON, as the client wrote it. */
  data_json: string
  socket_id: string
  /** Who said it, on presence channels. */
  user_id: string | undefined
}

/** Told in process who comes and goes. A connection that is lost and returns within the linger is not told. */
export interface Listener {
  occupied?(channel: string): void
  vacated?(channel: string): void
  memberAdded?(channel: string, user_id: string, user_info: unknown): void
  memberRemoved?(channel: string, user_id: string): void
  /** How many subscriptions a channel has, where they are counted (`subscription_counts`). */
  counted?(channel: string, subscription_count: number): void
  /** Somebody joined a cache channel that had nothing to show. */
  cacheMissed?(channel: string): void
  /** A client's event was passed on; told by the node it came to. */
  clientEvent?(said: ClientEvent): void
}
/** Hears what a subscriber of that channel would, `data` decoded. */
export type Tap = (channel: string, event: string, data: unknown) => void

/** In-process listeners. One that throws is logged and costs nobody else the event. */
export class Ears {
  readonly #log: Log
  readonly #listeners = new Set<Listener>()
  readonly #taps = new Set<Tap>()

  constructor(log: Log) {
    this.#log = log
  }

  watch(listener: Listener) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  tap(tap: Tap) {
    this.#taps.add(tap)
    return () => void this.#taps.delete(tap)
  }

  tell(say: (listener: Listener) => void) {
    for (const listener of this.#listeners) this.#guarded(() => say(listener))
  }
  published(channel: string, event: string, data_json: string) {
    if (this.#taps.size === 0) return
    const data = decoded(data_json)
    for (const tap of this.#taps) this.#guarded(() => tap(channel, event, data))
  }

  #guarded(call: () => void) {
    try {
      call()
    } catch (error) {
      this.#log.error({ err: error }, 'realtime: a listener failed')
    }
  }
}

/** As pusher-js decodes it: a string that holds JSON is that JSON. */
function decoded(data_json: string): unknown {
  const data: unknown = JSON.parse(data_json)
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}
