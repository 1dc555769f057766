import type { Channel } from './channel.ts'
import type { Listeners } from './listeners.ts'
import { serverFrame } from './frames.ts'
import { isReserved } from './names.ts'

/** Above this number of subscribers, counts are sent every few seconds instead of at every change. */
const at_once_max = 100

interface Environment {
  readonly listeners: Listeners
  readonly sends_counts: boolean
}

/** Sends subscription counts to the subscribers of a channel, across all nodes. */
export class Counts {
  readonly #environment: Environment
  readonly #broadcast: (channel: Channel, frame: Buffer) => void
  /** Busy channels, each with whether anything changed here. */
  readonly #due = new Map<Channel, boolean>()

  constructor(environment: Environment, broadcast: (channel: Channel, frame: Buffer) => void) {
    this.#environment = environment
    this.#broadcast = broadcast
  }

  /** @param is_local whether it changed at this node: listeners are notified by the node where it happened */
  changed(channel: Channel, is_local: boolean) {
    if (!this.#environment.sends_counts || channel.presence || isReserved(channel.name)) return
    if (channel.subscription_count > at_once_max)
      this.#due.set(channel, is_local || this.#due.get(channel) === true)
    else this.#emit(channel, is_local)
  }

  forget(channel: Channel) {
    this.#due.delete(channel)
  }

  /** Sends the counts of busy channels; called every few seconds. */
  emitDue() {
    for (const [channel, is_local] of this.#due) this.#emit(channel, is_local)
    this.#due.clear()
  }

  #emit(channel: Channel, is_local: boolean) {
    const { name, subscribers, subscription_count } = channel
    if (subscribers.size > 0)
      this.#broadcast(
        channel,
        serverFrame('pusher_internal:subscription_count', { subscription_count }, name),
      )
    if (is_local)
      this.#environment.listeners.notify((listener) => listener.counted?.(name, subscription_count))
  }
}
