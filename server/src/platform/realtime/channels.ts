import { Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import type { Ears } from './ears.ts'
import { eventText, frameOf, serverFrame } from './frames.ts'
import type { LastEvents } from './last-events.ts'
import { isCached, isReserved } from './names.ts'
import type { Outbox } from './outbox.ts'
import type { Seated } from './roster.ts'

/** One event on its way to the subscribers of some channels. Plain data: it may as well come from another node. */
export interface Publication {
  channels: readonly string[]
  event: string
  /** The JSON of the frame's `data` field. */
  data_json: string
  /** Only what the server says stays in a cache channel, under the text of its data. */
  keep?: string
  /** The socket that is not to hear it. */
  except_socket?: string | undefined
  /** The member who sent it, for client events on presence channels. */
  user_id?: string | undefined
  /** Whether it may be left out for connections that lag. */
  is_ephemeral: boolean
}

/** A loss that becomes final unless the one lost returns. */
interface Leaving {
  channel: Channel
  user_id: string | null
  due_tick: number
}

/** What the registry of channels works with. */
interface Surroundings {
  readonly connections: ReadonlyMap<string, Connection>
  readonly counters: Counters
  readonly ears: Ears
  readonly lastEvents: LastEvents
  readonly outbox: Outbox
  readonly linger_ticks: number
  readonly tells_counts: boolean
  readonly tick: number
}

/** Subscribers above which their number is told every few seconds instead of at every change. */
const count_at_once_max = 100

/** Who is on which channel, and how an event reaches them. */
export class Channels {
  readonly #around: Surroundings
  readonly #byName = new Map<string, Channel>()
  /** In order of time, since every loss lingers equally long. */
  #leaving: Leaving[] = []
  readonly #countsDue = new Set<Channel>()

  constructor(around: Surroundings) {
    this.#around = around
  }

  get(name: string) {
    return this.#byName.get(name)
  }
  values() {
    return this.#byName.values()
  }
  get size() {
    return this.#byName.size
  }

  #open(name: string) {
    let channel = this.#byName.get(name)
    if (!channel) this.#byName.set(name, (channel = new Channel(name)))
    return channel
  }

  /** Keeps a connection's place while its greeting is asked for. @returns what it misses meanwhile. */
  hold(connection: Connection, name: string) {
    const channel = this.#open(name)
    const held: Buffer[] = []
    ;(channel.greeting ??= new Map()).set(connection, held)
    connection.channels.set(name, null)
    return held
  }

  /** Whether a held place is still there: nobody left or unsubscribed since. */
  isHeld(connection: Connection, name: string, held: Buffer[]) {
    return this.#byName.get(name)?.greeting?.get(connection) === held
  }

  /**
   * Puts a connection on a channel and tells it so, then what it missed while held or what a cache channel kept.
   *
   * The others hear of a new member before the connection is among them, so nobody hears of himself.
   *
   * @param greeting JSON of an object whose fields go into the data of `subscription_succeeded`.
   */
  join(connection: Connection, name: string, member: Seated | null, greeting = '{}') {
    const channel = this.#open(name)
    const held = this.#release(channel, connection)
    const { ears } = this.#around
    const is_first = !channel.is_occupied
    channel.is_occupied = true
    let data = greeting
    let is_new = false
    if (channel.roster && member) {
      is_new = channel.roster.join(member)
      if (is_new) this.#broadcast(channel, serverFrame('pusher_internal:member_added', member, name), false)
      data = `{"presence":${channel.roster.toJson()}${greeting === '{}' ? '' : `,${greeting.slice(1, -1)}`}}`
    }
    connection.sendText(eventText('pusher_internal:subscription_succeeded', JSON.stringify(data), name))
    if (held.length > 0) for (const frame of held) connection.send(frame)
    else if (isCached(name)) this.#sendLast(connection, name)
    channel.subscribers.add(connection)
    connection.channels.set(name, member?.user_id ?? null)
    this.#countChanged(channel)
    if (is_first) ears.tell((ear) => ear.occupied?.(name))
    if (member && is_new) ears.tell((ear) => ear.memberAdded?.(name, member.user_id, member.user_info))
  }

  #release(channel: Channel, connection: Connection) {
    const held = channel.greeting?.get(connection) ?? []
    channel.greeting?.delete(connection)
    if (channel.greeting?.size === 0) channel.greeting = null
    return held
  }

  #sendLast(connection: Connection, name: string) {
    const { ears, lastEvents } = this.#around
    const last = lastEvents.get(name)
    connection.send(last ? last.frame : serverFrame('pusher:cache_miss', undefined, name))
    if (!last) ears.tell((ear) => ear.cacheMissed?.(name))
  }

  /** @param is_loss whether the connection was lost, and may return, rather than unsubscribed. */
  leave(connection: Connection, name: string, is_loss: boolean) {
    const channel = this.#byName.get(name)
    const user_id = connection.channels.get(name) ?? null
    connection.channels.delete(name)
    if (!channel) return
    this.#release(channel, connection)
    if (channel.subscribers.delete(connection)) {
      this.#countChanged(channel)
      const { linger_ticks, tick } = this.#around
      const lingers = is_loss && linger_ticks > 0
      const is_last = user_id !== null && channel.roster?.leave(user_id) === true
      if (lingers && (is_last || channel.subscribers.size === 0)) {
        const due_tick = tick + linger_ticks
        if (is_last) channel.roster?.linger(user_id, due_tick)
        if (channel.subscribers.size === 0) channel.empties_at_tick = due_tick
        this.#leaving.push({ channel, user_id: is_last ? user_id : null, due_tick })
        return
      }
      if (is_last) this.#memberRemoved(channel, user_id)
    }
    this.#settle(channel)
  }

  /** Makes the losses final whose time is over. */
  sweep() {
    const { tick } = this.#around
    const later = this.#leaving.findIndex(({ due_tick }) => due_tick > tick)
    for (const { channel, user_id } of this.#leaving.splice(0, later === -1 ? Infinity : later)) {
      if (user_id !== null && channel.roster?.isDue(user_id, tick)) this.#memberRemoved(channel, user_id)
      this.#settle(channel)
    }
  }

  /** Forgets a channel nobody is on. */
  #settle(channel: Channel) {
    if (!channel.is_deserted || channel.empties_at_tick > this.#around.tick) return
    if (channel.is_occupied) {
      channel.is_occupied = false
      this.#around.ears.tell((ear) => ear.vacated?.(channel.name))
    }
    if (channel.greeting === null && this.#byName.get(channel.name) === channel) {
      this.#byName.delete(channel.name)
      this.#countsDue.delete(channel)
    }
  }

  #memberRemoved(channel: Channel, user_id: string) {
    channel.roster?.remove(user_id)
    this.#broadcast(channel, serverFrame('pusher_internal:member_removed', { user_id }, channel.name), false)
    this.#around.ears.tell((ear) => ear.memberRemoved?.(channel.name, user_id))
  }

  /**
   * Brings an event to this node's subscribers. Everything published ends here, wherever it came from: a bus
   * between nodes would carry publications and call this.
   */
  deliver(publication: Publication) {
    const { event, data_json, except_socket, user_id, is_ephemeral, keep } = publication
    const { connections, counters, ears, lastEvents } = this.#around
    const except = except_socket === undefined ? undefined : connections.get(except_socket)
    for (const name of publication.channels) {
      counters.published++
      const channel = this.#byName.get(name)
      const is_kept = keep !== undefined && isCached(name)
      if (channel || is_kept) {
        const frame = frameOf(eventText(event, data_json, name, user_id))
        if (channel) {
          this.#broadcast(channel, frame, is_ephemeral, except)
          for (const [connection, held] of channel.greeting ?? []) if (connection !== except) held.push(frame)
        }
        if (is_kept) lastEvents.set(name, frame, keep)
      }
      ears.published(name, event, data_json)
    }
  }

  #broadcast(channel: Channel, frame: Buffer, is_ephemeral: boolean, except?: Connection) {
    const { counters, outbox } = this.#around
    for (const connection of channel.subscribers) {
      if (connection === except) continue
      if (is_ephemeral && connection.is_lagging) {
        counters.dropped++
        continue
      }
      counters.delivered++
      outbox.push(connection, frame)
    }
  }

  #countChanged(channel: Channel) {
    if (!this.#around.tells_counts || channel.roster || isReserved(channel.name)) return
    if (channel.subscribers.size > count_at_once_max) this.#countsDue.add(channel)
    else this.#tellCount(channel)
  }

  #tellCount(channel: Channel) {
    const count = { subscription_count: channel.subscribers.size }
    this.#broadcast(channel, serverFrame('pusher_internal:subscription_count', count, channel.name), true)
    this.#around.ears.tell((ear) => ear.counted?.(channel.name, count.subscription_count))
  }

  /** Tells the busy channels how many are on them; called every few seconds. */
  tellCounts() {
    for (const channel of this.#countsDue) this.#tellCount(channel)
    this.#countsDue.clear()
  }
}
