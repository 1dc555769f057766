import { Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import { Counts } from './counts.ts'
import type { Listeners } from './listeners.ts'
import { eventText, frameOf, serverFrame } from './frames.ts'
import type { LastEvents } from './last-events.ts'
import { isCached } from './names.ts'
import type { Audience } from './options.ts'
import type { Outbox } from './outbox.ts'
import type { SeatChange, Seated, SeatKept } from './roster.ts'

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
  /** Whom it is for, by the members that they are on the channel as; everybody without it. */
  audience?: Audience | undefined
  /** The member who sent it, for client events on presence channels. */
  user_id?: string | undefined
  /** Whether it may be left out for connections that lag. */
  is_ephemeral: boolean
  /** Its place among the events of all nodes, where there are several. */
  stamp?: number
}

/** Whoever tells the other nodes what changes here. */
interface Cluster {
  publish(publication: Publication): void
  channelChanged(channel: string): void
  /** `is_told`: whether listeners were told here, since nobody is there at any node. */
  channelVacated(channel: string, is_told: boolean): void
  memberChanged(channel: string, user_id: string): void
  memberGone(channel: string, user_id: string, is_told: boolean): void
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
  readonly listeners: Listeners
  readonly lastEvents: LastEvents
  readonly outbox: Outbox
  readonly cluster: Cluster | undefined
  readonly linger_ticks: number
  readonly tells_counts: boolean
  readonly tick: number
}

/** Who is on which channel, and how an event reaches them. */
export class Channels {
  readonly #around: Surroundings
  readonly #byName = new Map<string, Channel>()
  /** In order of time, since every loss lingers equally long. */
  #leaving: Leaving[] = []
  readonly counts

  constructor(around: Surroundings) {
    this.#around = around
    this.counts = new Counts(around, (channel, frame) => this.#broadcast(channel, frame, true))
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
  hold(connection: Connection, name: string, member: Seated | null) {
    const channel = this.#open(name)
    const held: Buffer[] = []
    ;(channel.greeting ??= new Map()).set(connection, held)
    connection.channels.set(name, member?.user_id ?? null)
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
    const { cluster, listeners } = this.#around
    const is_first = !channel.is_occupied
    channel.is_occupied_here = true
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
    this.counts.changed(channel, true)
    cluster?.channelChanged(name)
    if (channel.roster && member) cluster?.memberChanged(name, member.user_id)
    if (is_first) listeners.notify((listener) => listener.occupied?.(name))
    if (member && is_new)
      listeners.notify((listener) => listener.memberAdded?.(name, member.user_id, member.user_info))
  }

  #release(channel: Channel, connection: Connection) {
    const held = channel.greeting?.get(connection) ?? []
    channel.greeting?.delete(connection)
    if (channel.greeting?.size === 0) channel.greeting = null
    return held
  }

  #sendLast(connection: Connection, name: string) {
    const { listeners, lastEvents } = this.#around
    const last = lastEvents.get(name)
    connection.send(last ? last.frame : serverFrame('pusher:cache_miss', undefined, name))
    if (!last) listeners.notify((listener) => listener.cacheMissed?.(name))
  }

  /** @param is_loss whether the connection was lost, and may return, rather than unsubscribed. */
  leave(connection: Connection, name: string, is_loss: boolean) {
    const channel = this.#byName.get(name)
    const user_id = connection.channels.get(name) ?? null
    connection.channels.delete(name)
    if (!channel) return
    this.#release(channel, connection)
    if (channel.subscribers.delete(connection)) {
      const { cluster, linger_ticks, tick } = this.#around
      this.counts.changed(channel, true)
      cluster?.channelChanged(name)
      const lingers = is_loss && linger_ticks > 0
      const is_last = user_id !== null && channel.roster?.leave(user_id) === true
      if (lingers && (is_last || channel.subscribers.size === 0)) {
        const due_tick = tick + linger_ticks
        if (is_last) {
          channel.roster?.linger(user_id, due_tick)
          cluster?.memberChanged(name, user_id)
        }
        if (channel.subscribers.size === 0) channel.empties_at_tick = due_tick
        this.#leaving.push({ channel, user_id: is_last ? user_id : null, due_tick })
        return
      }
      if (is_last) this.#memberGone(channel, user_id)
    }
    this.#settle(channel)
  }

  /** Makes the losses final whose time is over. */
  sweep() {
    const { tick } = this.#around
    const later = this.#leaving.findIndex(({ due_tick }) => due_tick > tick)
    for (const { channel, user_id } of this.#leaving.splice(0, later === -1 ? Infinity : later)) {
      if (user_id !== null && channel.roster?.isDue(user_id, tick)) this.#memberGone(channel, user_id)
      this.#settle(channel)
    }
  }

  /** Forgets a channel nobody is on. */
  #settle(channel: Channel) {
    if (!channel.is_deserted_here || channel.empties_at_tick > this.#around.tick) return
    if (channel.is_occupied_here) {
      channel.is_occupied_here = false
      this.#around.cluster?.channelVacated(channel.name, !channel.is_occupied)
      if (!channel.is_occupied) this.#around.listeners.notify((listener) => listener.vacated?.(channel.name))
    }
    if (channel.greeting === null && !channel.is_occupied && this.#byName.get(channel.name) === channel) {
      this.#byName.delete(channel.name)
      this.counts.forget(channel)
    }
  }

  /** A member is at this node no longer. */
  #memberGone(channel: Channel, user_id: string) {
    const change = channel.roster?.release(user_id)
    this.#around.cluster?.memberGone(channel.name, user_id, change === 'removed')
    this.#seatChanged(channel, user_id, change, true)
  }

  /** Tells the subscribers here, and listeners where that is this node's part. */
  #seatChanged(channel: Channel, user_id: string, change: SeatChange | undefined, tells: boolean) {
    const { listeners } = this.#around
    const { name } = channel
    if (change === 'removed') {
      this.#broadcast(channel, serverFrame('pusher_internal:member_removed', { user_id }, name), false)
      if (tells) listeners.notify((listener) => listener.memberRemoved?.(name, user_id))
      return
    }
    const member = change && channel.roster?.get(user_id)
    if (!member) return
    // Clients that know the member take over the info.
    this.#broadcast(channel, serverFrame('pusher_internal:member_added', member, name), false)
    if (tells && change === 'added')
      listeners.notify((listener) => listener.memberAdded?.(name, user_id, member.user_info))
  }

  /**
   * Another node has more or fewer connections on a channel, and may be one more or one less with somebody there.
   *
   * @param tells whether listeners are to hear of it from this node
   */
  changeElsewhere(name: string, nodes: -1 | 0 | 1, subscribers: number, tells: boolean) {
    const channel = this.#open(name)
    const was_occupied = channel.is_occupied
    channel.nodes += nodes
    channel.subscribers_elsewhere += subscribers
    if (subscribers !== 0) this.counts.changed(channel, false)
    if (tells && channel.is_occupied !== was_occupied)
      this.#around.listeners.notify((listener) =>
        was_occupied ? listener.vacated?.(name) : listener.occupied?.(name),
      )
    this.#settle(channel)
  }

  /** Another node has this member. */
  joinElsewhere(name: string, member: SeatKept, node: string, tells: boolean) {
    const channel = this.#open(name)
    this.#seatChanged(channel, member.user_id, channel.roster?.joinElsewhere(member, node), tells)
  }

  leaveElsewhere(name: string, user_id: string, node: string, tells: boolean) {
    const channel = this.#byName.get(name)
    if (channel) this.#seatChanged(channel, user_id, channel.roster?.leaveElsewhere(user_id, node), tells)
  }

  /** Tells everybody on the channels, at this node at once; `only_here`: and at no other. */
  publish(publication: Publication, only_here = false) {
    const { counters, listeners, lastEvents } = this.#around
    const cluster = only_here ? undefined : this.#around.cluster
    const { channels, event, data_json } = publication
    counters.published += channels.length
    const stamped = cluster ? { ...publication, stamp: lastEvents.nextStamp() } : publication
    this.deliver(stamped)
    for (const name of channels) listeners.published(name, event, data_json)
    cluster?.publish(stamped)
  }

  /** Brings an event to this node's subscribers, wherever it came from. */
  deliver(publication: Publication) {
    const { event, data_json, except_socket, user_id, is_ephemeral, keep, stamp, audience } = publication
    const { connections, lastEvents } = this.#around
    const except = except_socket === undefined ? undefined : connections.get(except_socket)
    for (const name of publication.channels) {
      const channel = this.#byName.get(name)
      const is_heard = channel?.is_heard_here === true
      // Whoever comes later may be none of those it is for.
      const is_kept = keep !== undefined && isCached(name) && !audience
      if (is_heard || is_kept) {
        const frame = frameOf(eventText(event, data_json, name, user_id))
        if (is_heard) {
          const isMeant = audience && meantOn(name, audience)
          this.#broadcast(channel, frame, is_ephemeral, except, isMeant)
          for (const [connection, held] of channel.greeting ?? [])
            if (connection !== except && (!isMeant || isMeant(connection))) held.push(frame)
        }
        if (is_kept) {
          lastEvents.keep({ channel: name, event, text: keep, stamp: stamp ?? lastEvents.nextStamp() }, frame)
        }
      }
    }
  }

  #broadcast(
    channel: Channel,
    frame: Buffer,
    is_ephemeral: boolean,
    except?: Connection,
    isMeant?: (connection: Connection) => boolean,
  ) {
    const { counters, outbox } = this.#around
    for (const connection of channel.subscribers) {
      if (connection === except || (isMeant && !isMeant(connection))) continue
      if (is_ephemeral && connection.is_lagging) {
        counters.dropped++
        continue
      }
      counters.delivered++
      outbox.push(connection, frame)
    }
  }
}

/** @returns whether what is said on a channel is for a connection; a socket that is nobody there is no exception. */
function meantOn(name: string, audience: Audience) {
  const is_of_some = 'only' in audience
  const ids = new Set(is_of_some ? audience.only : audience.except)
  return ({ channels }: Connection) => ids.has(channels.get(name) ?? '') === is_of_some
}
