import { Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import { Counts } from './counts.ts'
import type { Listeners } from './listeners.ts'
import { eventText, frameOf, serverFrame } from './frames.ts'
import type { LastEvents } from './last-events.ts'
import { isCached } from './names.ts'
import type { Audience } from './options.ts'
import type { FrameBuffer } from './frame-buffer.ts'
import type { MemberChange, PresenceMember } from './presence-members.ts'

/** An event for the subscribers of some channels. Plain data, so it can come from another node. */
export interface Publication {
  channels: readonly string[]
  event: string
  /** The JSON of the frame's `data` field. */
  data_json: string
  /** Text to cache on a cache channel; set for server events only. */
  keep?: string
  /** The socket to leave out. */
  except_socket?: string | undefined
  /** The members it is for; everyone if absent. */
  audience?: Audience | undefined
  /** The member who sent it, for client events on presence channels. */
  user_id?: string | undefined
  /** Whether it can be dropped for connections that lag. */
  is_ephemeral: boolean
  /** Its position among the events of all nodes, if there are several. */
  stamp?: number
}

/** Publishes local changes to the other nodes. */
interface Cluster {
  publish(publication: Publication): void
  channelChanged(channel: string): void
  /** `is_reported`: whether listeners were notified here, because no node has subscribers. */
  channelVacated(channel: string, is_reported: boolean): void
  memberChanged(channel: string, user_id: string): void
  memberGone(channel: string, user_id: string, is_reported: boolean): void
}

/** The dependencies of the registry of channels. */
interface Environment {
  readonly connections: ReadonlyMap<string, Connection>
  readonly counters: Counters
  readonly listeners: Listeners
  readonly lastEvents: LastEvents
  readonly outbox: FrameBuffer
  readonly cluster: Cluster | undefined
  readonly sends_counts: boolean
}

/** The registry of channels: who is on which channel, and delivery of events. */
export class Channels {
  readonly #environment: Environment
  readonly #byName = new Map<string, Channel>()
  readonly counts

  constructor(environment: Environment) {
    this.#environment = environment
    this.counts = new Counts(environment, (channel, frame) => this.#broadcast(channel, frame, true))
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

  /**
   * Reserves a connection's place while its greeting is loaded. @returns the frames it misses in the meantime
   */
  hold(connection: Connection, name: string, member: PresenceMember | null) {
    const channel = this.#open(name)
    const heldFrames: Buffer[] = []
    ;(channel.greeting ??= new Map()).set(connection, heldFrames)
    connection.channels.set(name, member?.user_id ?? null)
    return heldFrames
  }

  /** Whether a reserved place still exists, without a disconnect or unsubscribe since. */
  isHeld(connection: Connection, name: string, heldFrames: Buffer[]) {
    return this.#byName.get(name)?.greeting?.get(connection) === heldFrames
  }

  /**
   * Adds a connection to a channel and sends `subscription_succeeded`, then the frames it missed or the
   * cached event of a cache channel. Others are notified about a new member before the connection is added,
   * so it isn't notified about itself.
   *
   * @param greeting JSON object whose fields are added to the data of `subscription_succeeded`
   */
  join(connection: Connection, name: string, member: PresenceMember | null, greeting = '{}') {
    const channel = this.#open(name)
    const heldFrames = this.#release(channel, connection)
    const { cluster, listeners } = this.#environment
    const is_first = !channel.is_occupied
    let data = greeting
    let is_new = false
    if (channel.presence && member) {
      is_new = channel.presence.join(member)
      if (is_new) this.#broadcast(channel, serverFrame('pusher_internal:member_added', member, name), false)
      data = `{"presence":${channel.presence.toJson()}${greeting === '{}' ? '' : `,${greeting.slice(1, -1)}`}}`
    }
    connection.sendText(eventText('pusher_internal:subscription_succeeded', JSON.stringify(data), name))
    if (heldFrames.length > 0) for (const frame of heldFrames) connection.send(frame)
    else if (isCached(name)) this.#sendLast(connection, name)
    channel.subscribers.add(connection)
    connection.channels.set(name, member?.user_id ?? null)
    this.counts.changed(channel, true)
    cluster?.channelChanged(name)
    if (channel.presence && member) cluster?.memberChanged(name, member.user_id)
    if (is_first) listeners.notify((listener) => listener.occupied?.(name))
    if (member && is_new)
      listeners.notify((listener) => listener.memberAdded?.(name, member.user_id, member.user_info))
  }

  #release(channel: Channel, connection: Connection) {
    const heldFrames = channel.greeting?.get(connection) ?? []
    channel.greeting?.delete(connection)
    if (channel.greeting?.size === 0) channel.greeting = null
    return heldFrames
  }

  #sendLast(connection: Connection, name: string) {
    const { listeners, lastEvents } = this.#environment
    const last = lastEvents.get(name)
    connection.send(last ? last.frame : serverFrame('pusher:cache_miss', undefined, name))
    if (!last) listeners.notify((listener) => listener.cacheMissed?.(name))
  }

  leave(connection: Connection, name: string) {
    const channel = this.#byName.get(name)
    const user_id = connection.channels.get(name) ?? null
    connection.channels.delete(name)
    if (!channel) return
    this.#release(channel, connection)
    if (channel.subscribers.delete(connection)) {
      const { cluster, listeners } = this.#environment
      this.counts.changed(channel, true)
      cluster?.channelChanged(name)
      if (user_id !== null && channel.presence?.leave(user_id)) this.#memberGone(channel, user_id)
      if (!channel.is_occupied_locally) cluster?.channelVacated(name, !channel.is_occupied)
      if (!channel.is_occupied) listeners.notify((listener) => listener.vacated?.(name))
    }
    this.#deleteIfEmpty(channel)
  }

  #deleteIfEmpty(channel: Channel) {
    if (channel.greeting !== null || channel.is_occupied) return
    this.#byName.delete(channel.name)
    this.counts.forget(channel)
  }

  /** A member has left this node. */
  #memberGone(channel: Channel, user_id: string) {
    const change = channel.presence?.release(user_id)
    this.#environment.cluster?.memberGone(channel.name, user_id, change === 'removed')
    this.#memberChanged(channel, user_id, change, true)
  }

  /** Notifies the subscribers here, and listeners if this node is responsible. */
  #memberChanged(channel: Channel, user_id: string, change: MemberChange | undefined, notifies: boolean) {
    const { listeners } = this.#environment
    const { name } = channel
    if (change === 'removed') {
      this.#broadcast(channel, serverFrame('pusher_internal:member_removed', { user_id }, name), false)
      if (notifies) listeners.notify((listener) => listener.memberRemoved?.(name, user_id))
      return
    }
    const member = change && channel.presence?.get(user_id)
    if (!member) return
    // Clients that know the member update its info.
    this.#broadcast(channel, serverFrame('pusher_internal:member_added', member, name), false)
    if (notifies && change === 'added')
      listeners.notify((listener) => listener.memberAdded?.(name, user_id, member.user_info))
  }

  /**
   * Another node's number of connections on a channel changed, and possibly whether it has any.
   *
   * @param notifies whether this node notifies its listeners
   */
  changeRemote(name: string, nodes: -1 | 0 | 1, subscribers: number, notifies: boolean) {
    const channel = this.#open(name)
    const was_occupied = channel.is_occupied
    channel.nodes += nodes
    channel.remote_subscribers += subscribers
    if (subscribers !== 0) this.counts.changed(channel, false)
    if (notifies && channel.is_occupied !== was_occupied)
      this.#environment.listeners.notify((listener) =>
        was_occupied ? listener.vacated?.(name) : listener.occupied?.(name),
      )
    this.#deleteIfEmpty(channel)
  }

  /** A member joined at another node. */
  joinRemote(name: string, member: PresenceMember, node: string, notifies: boolean) {
    const channel = this.#open(name)
    this.#memberChanged(channel, member.user_id, channel.presence?.joinRemote(member, node), notifies)
  }

  leaveRemote(name: string, user_id: string, node: string, notifies: boolean) {
    const channel = this.#byName.get(name)
    if (channel) this.#memberChanged(channel, user_id, channel.presence?.leaveRemote(user_id, node), notifies)
  }

  /** Publishes to all subscribers, immediately at this node; `is_local_only` skips the other nodes. */
  publish(publication: Publication, is_local_only = false) {
    const { counters, listeners, lastEvents } = this.#environment
    const cluster = is_local_only ? undefined : this.#environment.cluster
    const { channels, event, data_json } = publication
    counters.published += channels.length
    const stamped = cluster ? { ...publication, stamp: lastEvents.nextStamp() } : publication
    this.deliver(stamped)
    for (const name of channels) listeners.published(name, event, data_json)
    cluster?.publish(stamped)
  }

  /** Delivers an event to this node's subscribers, regardless of its origin. */
  deliver(publication: Publication) {
    const { except_socket, channels } = publication
    const except = except_socket === undefined ? undefined : this.#environment.connections.get(except_socket)
    for (const name of channels) this.#deliverTo(name, publication, except)
  }

  #deliverTo(name: string, publication: Publication, except: Connection | undefined) {
    const { event, data_json, user_id, is_ephemeral, keep, stamp, audience } = publication
    const { lastEvents } = this.#environment
    const channel = this.#byName.get(name)
    const is_heard = channel?.is_heard_locally === true
    // An event with an audience isn't cached: later subscribers may not be part of it.
    const is_kept = keep !== undefined && isCached(name) && !audience
    if (!is_heard && !is_kept) return
    const frame = frameOf(eventText(event, data_json, name, user_id))
    if (is_heard) {
      const isRecipient = audience && recipientFilter(name, audience)
      this.#broadcast(channel, frame, is_ephemeral, except, isRecipient)
      for (const [connection, heldFrames] of channel.greeting ?? [])
        if (connection !== except && (!isRecipient || isRecipient(connection))) heldFrames.push(frame)
    }
    if (is_kept)
      lastEvents.keep({ channel: name, event, text: keep, stamp: stamp ?? lastEvents.nextStamp() }, frame)
  }

  #broadcast(
    channel: Channel,
    frame: Buffer,
    is_ephemeral: boolean,
    except?: Connection,
    isRecipient?: (connection: Connection) => boolean,
  ) {
    const { counters, outbox } = this.#environment
    for (const connection of channel.subscribers) {
      if (connection === except || (isRecipient && !isRecipient(connection))) continue
      if (is_ephemeral && connection.is_lagging) {
        counters.dropped++
        continue
      }
      counters.delivered++
      outbox.push(connection, frame)
    }
  }
}

/**
 * @returns a predicate for the audience of an event; sockets without a member id on the channel are never
 * included
 */
function recipientFilter(name: string, audience: Audience) {
  const is_of_some = 'only' in audience
  const ids = new Set(is_of_some ? audience.only : audience.except)
  return ({ channels }: Connection) => ids.has(channels.get(name) ?? '') === is_of_some
}
