import type { Server } from 'node:http'
import type { Listener, ChannelListener } from './listeners.ts'
import type { ApiReply, ApiRequest } from './http-api.ts'
import { userChannel } from './names.ts'
import type { Audience, RealtimeOptions } from './options.ts'
import type { PresenceMember } from './presence-members.ts'
import { RealtimeServer } from './server.ts'
import type { Member, User } from './signatures.ts'

export { SigningError, type Member, type User } from './signatures.ts'
export type { Listener, ChannelListener } from './listeners.ts'
export type { ApiReply, ApiRequest } from './http-api.ts'
export type { PresenceMember } from './presence-members.ts'
export { Audience, type RealtimeOptions } from './options.ts'

export interface PublishOptions {
  /** The socket that caused the event and doesn't need it. */
  except_socket?: string | undefined
  /** Whether peers that lag can skip the event. */
  ephemeral?: boolean
  /** Publishes to this node's own sockets only, because every other node publishes it too. */
  is_local_only?: boolean
  /** The members of a presence channel it is for; everyone by default. */
  audience?: Audience | null | undefined
}

/** A Pusher-protocol server (version 7) in this process, or one node of several that act as one. */
export interface Realtime {
  /** Accepts WebSocket upgrades on `{path}/app/{key}`; other paths are left to other listeners. */
  attach(server: Server): void
  /** Handles one call of the HTTP API; mount it on `/apps/*` with the body unparsed. */
  handleApi(request: ApiRequest): Promise<ApiReply>
  /**
   * Verifies the signature of an API call that is handled elsewhere.
   *
   * @returns the path after `/apps/{id}/`, or the error response
   */
  checkApi(request: ApiRequest): Promise<{ action: string } | ApiReply>
  /** Publishes an event to channels. Strings are sent unchanged, everything else as JSON. */
  publish(channels: string | readonly string[], event: string, data: unknown, options?: PublishOptions): void
  /** Sends an event to every connection signed in as that user. */
  sendToUser(user_id: string, event: string, data: unknown): void
  /**
   * Authorizes one socket for a private or presence channel, valid for a minute; the caller decides whether
   * it may join. When the user's access changes, the socket is closed, whether the signature was used or not.
   *
   * @throws SigningError for names, ids or members that must not be signed
   */
  signChannel(socket_id: string, channel: string, member?: Member): { auth: string; channel_data: string }
  /**
   * Signs one socket in, valid for a minute.
   *
   * @throws SigningError for ids that must not be signed
   */
  signUser(socket_id: string, user: User): { auth: string; user_data: string }
  /** Members of a presence channel, at all nodes. */
  members(channel: string): PresenceMember[]
  /** Connections on a channel, at all nodes. */
  subscriptionCount(channel: string): number
  /** Whether a channel has subscribers at any node. */
  occupied(channel: string): boolean
  /** All occupied channels with this prefix. */
  occupiedChannels(prefix: string): string[]
  /** Removes these users' subscriptions to a channel at this node and notifies the clients. */
  evict(channel: string, user_ids: readonly string[]): void
  /**
   * Closes every connection at this node that belongs to a user or share, or was signed for it: with 4009
   * clients stay away, with 4200 they reconnect and reauthorize every channel.
   */
  revoke(id: string, code: 4009 | 4200): void
  /**
   * Reports joins and leaves at any node. With several nodes, the one where it happened reports it. When a
   * node dies, the first of the others by id reports its members as gone; if it was only disconnected, all
   * report their return.
   *
   * @returns a function that stops watching
   */
  watch(listener: Listener): () => void
  /** Receives everything published at this node, including client events. @returns a function that stops it */
  listenTo(listener: ChannelListener): () => void
  /** Makes all clients of this node reconnect (4200), so that they read what they may have missed. */
  sendAway(): void
  /**
   * Rejects new connections (4100) and closes existing ones (4200) over that time; resolves when all are
   * closed.
   */
  drain(over_ms: number): Promise<void>
  /** Closes everything immediately. */
  close(): void
  stats(): Stats
}

/** Gauges, and counters since the start. */
export interface Stats extends Pick<
  RealtimeServer['counters'],
  | 'accepted'
  | 'client_events'
  | 'delivered'
  | 'dropped'
  | 'failures'
  | 'invalid_messages'
  | 'published'
  | 'rejected'
  | 'written'
> {
  connections: number
  /** Occupied channels, at any node. */
  channels: number
  subscriptions: number
  users: number
  /** Bytes not yet read by peers. */
  buffered_bytes: number
  /** Rejected connections, by close code. */
  rejected_connections: Record<string, number>
  /** Closed connections, by close code, or `peer`, `slow_bytes`, `slow_age`. */
  closed: Record<string, number>
}

/** Creates a realtime server; it serves once attached to an HTTP server. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const server = new RealtimeServer(options)
  const { api, channels, connections, counters, listeners, signatures } = server

  function publish(
    names: string | readonly string[],
    event: string,
    data: unknown,
    options: PublishOptions = {},
  ) {
    const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? 'null')
    const publication = {
      channels: typeof names === 'string' ? [names] : names,
      event,
      data_json: JSON.stringify(text),
      keep: text,
      except_socket: options.except_socket,
      is_ephemeral: options.ephemeral ?? false,
      audience: options.audience ?? undefined,
    }
    channels.publish(publication, options.is_local_only)
  }

  return {
    attach: (httpServer) => server.connectionServer.attach(httpServer),
    handleApi: (request) => api.handle(request),
    checkApi: (request) => api.check(request),
    publish,
    sendToUser: (user_id, event, data) => publish(userChannel(user_id), event, data),
    signChannel(socket_id, channel, member) {
      const signed = signatures.signChannel(socket_id, channel, member)
      if (member) server.signed(socket_id, member.user_id)
      if (member?.share !== undefined) server.signed(socket_id, member.share)
      return signed
    },
    signUser(socket_id, user) {
      const signed = signatures.signUser(socket_id, user)
      server.signed(socket_id, user.id)
      return signed
    },
    members: (name) => channels.get(name)?.presence?.members() ?? [],
    subscriptionCount: (name) => channels.get(name)?.subscription_count ?? 0,
    occupied: (name) => channels.get(name)?.is_occupied ?? false,
    occupiedChannels: (prefix) =>
      [...channels.values()].flatMap(({ name, is_occupied }) =>
        is_occupied && name.startsWith(prefix) ? [name] : [],
      ),
    evict: (channel, user_ids) => server.evict(channel, user_ids),
    revoke: (id, code) => server.revoke(id, code),
    watch: (listener) => listeners.watch(listener),
    listenTo: (listener) => listeners.listenTo(listener),
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
        rejected_connections: Object.fromEntries(counters.rejected_connections),
        closed: Object.fromEntries(counters.closed),
      }
    },
  }
}
