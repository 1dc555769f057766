import type { Log } from './options.ts'

/** A forwarded client event. */
interface ClientEvent {
  channel: string
  event: string
  /** JSON, as the client sent it. */
  data_json: string
  socket_id: string
  /** The sender, on presence channels. */
  user_id: string | undefined
}

/** In-process callbacks for joins and leaves. */
export interface Listener {
  occupied?(channel: string): void
  vacated?(channel: string): void
  memberAdded?(channel: string, user_id: string, user_info: unknown): void
  memberRemoved?(channel: string, user_id: string): void
  /** The number of subscriptions, if counted (`subscription_counts`). */
  counted?(channel: string, subscription_count: number): void
  /** A subscriber joined a cache channel without a cached event. */
  cacheMissed?(channel: string): void
  /** A client event was forwarded; called at the node that received it. */
  clientEvent?(clientEvent: ClientEvent): void
}
/** Receives what a subscriber of the channel would, with `data` decoded. */
export type ChannelListener = (channel: string, event: string, data: unknown) => void

/** In-process listeners. If one throws, the error is logged and the others still get the event. */
export class Listeners {
  readonly #log: Log
  readonly #listeners = new Set<Listener>()
  readonly #channelListeners = new Set<ChannelListener>()

  constructor(log: Log) {
    this.#log = log
  }

  watch(listener: Listener) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  listenTo(listener: ChannelListener) {
    this.#channelListeners.add(listener)
    return () => void this.#channelListeners.delete(listener)
  }

  notify(call: (listener: Listener) => void) {
    for (const listener of this.#listeners) this.#guarded(() => call(listener))
  }
  published(channel: string, event: string, data_json: string) {
    if (this.#channelListeners.size === 0) return
    const data = decoded(data_json)
    for (const listener of this.#channelListeners) this.#guarded(() => listener(channel, event, data))
  }

  #guarded(call: () => void) {
    try {
      call()
    } catch (error) {
      this.#log.error({ err: error }, 'realtime: a listener failed')
    }
  }
}

/** As pusher-js decodes it: a string that contains JSON is parsed. */
function decoded(data_json: string): unknown {
  const data: unknown = JSON.parse(data_json)
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}
