/** A cache channel's last event: its frame for those who join, its data for the HTTP API. */
interface LastEvent {
  frame: Buffer
  data: string
  until_ms: number
}

/** What cache channels said last, kept whether or not anybody is subscribed. */
export class LastEvents {
  readonly #byChannel = new Map<string, LastEvent>()
  readonly #ttl_ms: number

  constructor(ttl_ms: number) {
    this.#ttl_ms = ttl_ms
  }

  set(channel: string, frame: Buffer, data: string) {
    this.#byChannel.set(channel, { frame, data, until_ms: Date.now() + this.#ttl_ms })
  }

  get(channel: string) {
    const last = this.#byChannel.get(channel)
    return last && last.until_ms > Date.now() ? last : undefined
  }

  forgetOld() {
    const now_ms = Date.now()
    for (const [channel, { until_ms }] of this.#byChannel)
      if (until_ms <= now_ms) this.#byChannel.delete(channel)
  }
}
