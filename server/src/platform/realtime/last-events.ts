import { eventText, frameOf } from './frames.ts'

/** The last event of a cache channel. */
export interface LastEvent {
  channel: string
  event: string
  /** The data of the event as the HTTP API returns it. */
  text: string
  /** Orders the events of all nodes: milliseconds since the epoch, or one more than the last. */
  stamp: number
}

interface StoredEvent extends LastEvent {
  frame: Buffer
  until_ms: number
}

/** The last events of cache channels, stored whether or not there are subscribers. */
export class LastEvents {
  readonly #byChannel = new Map<string, StoredEvent>()
  readonly #ttl_ms: number
  #stamp = 0

  constructor(ttl_ms: number) {
    this.#ttl_ms = ttl_ms
  }

  /** Later than everything known, so that a reaction to an event is ordered after it on every node. */
  nextStamp() {
    this.#stamp = Math.max(Date.now(), this.#stamp + 1)
    return this.#stamp
  }

  /** Stores an event unless a later one is known. */
  keep(last: LastEvent, frame = frameOfLast(last), left_ms = this.#ttl_ms) {
    const { stamp, channel } = last
    this.#stamp = Math.max(this.#stamp, stamp)
    const known = this.get(channel)
    if (known && (known.stamp > stamp || (known.stamp === stamp && known.frame.compare(frame) > 0))) return
    this.#byChannel.set(channel, { ...last, frame, until_ms: Date.now() + Math.min(left_ms, this.#ttl_ms) })
  }

  get(channel: string) {
    const last = this.#byChannel.get(channel)
    return last && last.until_ms > Date.now() ? last : undefined
  }

  /** All stored events with their remaining time. */
  list(): (LastEvent & { left_ms: number })[] {
    const now_ms = Date.now()
    return [...this.#byChannel.values()]
      .filter(({ until_ms }) => until_ms > now_ms)
      .map(({ channel, event, text, stamp, until_ms }) => {
        return { channel, event, text, stamp, left_ms: until_ms - now_ms }
      })
  }

  deleteOld() {
    const now_ms = Date.now()
    for (const [channel, { until_ms }] of this.#byChannel)
      if (until_ms <= now_ms) this.#byChannel.delete(channel)
  }
}

const frameOfLast = ({ channel, event, text }: LastEvent) =>
  frameOf(eventText(event, JSON.stringify(text), channel))
