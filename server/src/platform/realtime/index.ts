import type { Server } from 'node:http'
import type { Connection } from './connection.ts'
import type { Listener, Tap } from './ears.ts'
import type { ApiReply, ApiRequest } from './http-api.ts'
import { userChannel } from './names.ts'
import type { RealtimeOptions } from './options.ts'
import type { Seated } from './roster.ts'
import { RealtimeServer } from './server.ts'
import type { Member, User } from './signatures.ts'

export { SignatureRefused, type Member, type User } from './signatures.ts'
export type { Listener, Tap } from './ears.ts'
export type { ApiReply, ApiRequest } from './http-api.ts'
export type { Seated } from './roster.ts'
export type { RealtimeOptions } from './options.ts'

export interface PublishOptions {
  /** The socket that caused the event and has no need to hear of it. */
  except_socket?: string | undefined
  /** Whether the event loses its worth so fast that peers which lag shall not get it at all. */
  ephemeral?: boolean
  /** To this node's own sockets alone, since every other node hears of it by itself. */
  only_here?: boolean
}

/** One connection on one channel, as `evict` judges it. */
export interface Subscriber {
  socket_id: string
  /** The member it is there as, or else the user it is signed in as. */
  user_id: string | null
}

/** A Pusher-protocol server (version 7) within this process. */
export interface Realtime {
  /** Answers WebSocket upgrades on `{path}/app/{key}`; those of other paths are left to other listeners. */
  attach(server: Server): void
  /** Answers one call of the HTTP API; the caller mounts it on `/apps/*` with the body unparsed. */
  handleApi(request: ApiRequest): ApiReply
  /** Sends an event to everybody on the channels. Strings go out as they are, everything else as JSON. */
  publish(channels: string | readonly string[], event: string, data: unknown, options?: PublishOptions): void
  /** Sends an event to every connection signed in as that user. */
  sendToUser(user_id: string, event: string, data: unknown): void
  /**
   * Lets one socket onto one private or presence channel; whether it may is for the caller to know.
   *
   * @throws SignatureRefused for names, ids or members that must not be signed.
   */
  signChannel(socket_id: string, channel: string, member?: Member): { auth: string; channel_data?: string }
  /**
   * Signs one socket in.
   *
   * @throws SignatureRefused for ids that must not be signed.
   */
  signUser(socket_id: string, user: User): { auth: string; user_data: string }
  /** Who is on a presence channel. Whoever was lost within the linger still is. */
  members(channel: string): Seated[]
  /** Connections on a channel. */
  subscriptionCount(channel: string): number
  /** Whether anybody is on a channel, or was until a moment ago (the linger). */
  occupied(channel: string): boolean
  /** Takes subscriptions away, by user id or as judged, and tells the clients. @returns how many. */
  evict(channel: string, who: string | ((subscriber: Subscriber) => boolean)): number
  /** Ends every connection that is this user, for good (4009). */
  terminateUser(user_id: string): void
  /** Tells who comes and goes. @returns the way to stop. */
  watch(listener: Listener): () => void
  /** Hears everything published, client events too. @returns the way to stop. */
  tap(tap: Tap): () => void
  /** Has everybody on this node come again (4200), so that they read what they may have missed. */
  sendAway(): void
  /** Lets nobody in any more (4100) and sends everybody elsewhere (4200) over that time; resolves when they are gone. */
  drain(over_ms: number): Promise<void>
  /** Ends everything at once. */
  close(): void
  stats(): Stats
}

/** Gauges, and counts since the start. */
export interface Stats extends Pick<
  RealtimeServer['counters'],
  'accepted' | 'client_events' | 'delivered' | 'dropped' | 'failures' | 'published' | 'rejected' | 'written'
> {
  connections: number
  channels: number
  subscriptions: number
  users: number
  /** Bytes that peers have not taken yet. */
  buffered_bytes: number
  /** Connections turned away, by close code. */
  refused: Record<string, number>
  /** Connections ended, by close code, or `peer`, `slow_bytes`, `slow_age`. */
  closed: Record<string, number>
}

/** Starts a realtime server; it serves once attached to an HTTP server. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const server = new RealtimeServer(options)
  const { api, channels, connections, counters, ears, signatures, subscriptions } = server

  function publish(
    names: string | readonly string[],
    event: string,
    data: unknown,
    options: PublishOptions = {},
  ) {
    const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? 'null')
    channels.deliver({
      channels: typeof names === 'string' ? [names] : names,
      event,
      data_json: JSON.stringify(text),
      keep: text,
      except_socket: options.except_socket,
      is_ephemeral: options.ephemeral ?? false,
    })
  }

  return {
    attach: (httpServer) => server.door.attach(httpServer),
    handleApi: (request) => api.handle(request),
    publish,
    sendToUser: (user_id, event, data) => publish(userChannel(user_id), event, data),
    signChannel: (socket_id, channel, member) => signatures.signChannel(socket_id, channel, member),
    signUser: (socket_id, user) => signatures.signUser(socket_id, user),
    members: (name) => channels.get(name)?.roster?.members() ?? [],
    subscriptionCount: (name) => channels.get(name)?.subscribers.size ?? 0,
    occupied: (name) => channels.get(name)?.is_occupied ?? false,
    evict(name, who) {
      const isMeant = typeof who === 'string' ? ({ user_id }: Subscriber) => user_id === who : who
      const meant = [...connections.values()].filter(
        (connection) => connection.channels.has(name) && isMeant(subscriberOf(connection, name)),
      )
      for (const connection of meant) subscriptions.revoke(connection, name)
      return meant.length
    },
    terminateUser: (user_id) => server.terminateUser(user_id),
    watch: (listener) => ears.watch(listener),
    tap: (tap) => ears.tap(tap),
    sendAway() {
      for (const connection of connections.values()) connection.close(4200, 'Something may have been missed')
    },
    drain: (over_ms) => server.drain(over_ms),
    close: () => server.close(),
    stats() {
      let subscriptions = 0
      let buffered_bytes = 0
      for (const connection of connections.values()) {
        subscriptions += connection.channels.size
        buffered_bytes += connection.socket.writableLength
      }
      return {
        ...counters,
        connections: connections.size,
        channels: channels.size,
        subscriptions,
        users: server.users.size,
        buffered_bytes,
        refused: Object.fromEntries(counters.refused),
        closed: Object.fromEntries(counters.closed),
      }
    },
  }
}

const subscriberOf = (connection: Connection, channel: string): Subscriber => ({
  socket_id: connection.id,
  user_id: connection.channels.get(channel) ?? connection.user?.id ?? null,
})
