import type { Server } from 'node:http'
import type { Listener, ChannelListener } from './listeners.ts'
import type { ApiReply, ApiRequest } from './http-api.ts'
import { userChannel } from './names.ts'
import type { Audience, RealtimeOptions } from './options.ts'
import type { Seated } from './roster.ts'
import { RealtimeServer } from './server.ts'
import type { Member, User } from './signatures.ts'

export { SignatureRefused, type Member, type User } from './signatures.ts'
export type { Listener, ChannelListener } from './listeners.ts'
export type { ApiReply, ApiRequest } from './http-api.ts'
export type { Seated } from './roster.ts'
export { Audience, type RealtimeOptions } from './options.ts'

export interface PublishOptions {
  /** The socket that caused the event and has no need to hear of it. */
  except_socket?: string | undefined
  /** Whether the event loses its worth so fast that peers which lag shall not get it at all. */
  ephemeral?: boolean
  /** To this node's own sockets alone, since every other node hears of it by itself. */
  only_here?: boolean
  /** Whom of a presence channel it is for; everybody by default. */
  audience?: Audience | null | undefined
}

/** A Pusher-protocol server (version 7) within this process, or one node of several that serve as one. */
export interface Realtime {
  /** Answers WebSocket upgrades on `{path}/app/{key}`; those of other paths are left to other listeners. */
  attach(server: Server): void
  /** Answers one call of the HTTP API; the caller mounts it on `/apps/*` with the body unparsed. */
  handleApi(request: ApiRequest): ApiReply
  /**
   * Whether a call of that API is signed as it should be, for those that are answered elsewhere.
   *
   * @returns what is called, as it stands behind `/apps/{id}/`, or how the request is refused
   */
  checkApi(request: ApiRequest): { action: string } | ApiReply
  /** Sends an event to everybody on the channels. Strings go out as they are, everything else as JSON. */
  publish(channels: string | readonly string[], event: string, data: unknown, options?: PublishOptions): void
  /** Sends an event to every connection signed in as that user. */
  sendToUser(user_id: string, event: string, data: unknown): void
  /**
   * Lets one socket onto one private or presence channel, within a minute; whether it may is for the caller to know.
   * As soon as the user's access changes, the socket is closed, whether the signature was used or not.
   *
   * @throws SignatureRefused for names, ids or members that must not be signed.
   */
  signChannel(socket_id: string, channel: string, member?: Member): { auth: string; channel_data: string }
  /**
   * Signs one socket in, within a minute.
   *
   * @throws SignatureRefused for ids that must not be signed.
   */
  signUser(socket_id: string, user: User): { auth: string; user_data: string }
  /** Who is on a presence channel. Whoever was lost within the linger still is. */
  members(channel: string): Seated[]
  /** Connections on a channel, at all nodes. */
  subscriptionCount(channel: string): number
  /** Whether anybody is on a channel, or was until a moment ago (the linger). */
  occupied(channel: string): boolean
  /** The same of all channels whose names begin so. */
  occupiedChannels(prefix: string): string[]
  /**
   * Takes subscriptions away at every node and tells the clients: those of a user (the member they are there as,
   * or else the one they are signed in as), or that of one socket.
   *
   * @param channel its name, or with `*` at the end all whose names begin so
   * @returns how many at this node.
   */
  evict(channel: string, who: string | { socket_id: string }): number
  /** Takes subscriptions of these users to one channel away at this node, and tells the clients. */
  evictHere(channel: string, user_ids: readonly string[]): void
  /**
   * Ends every connection that belongs to this user or share, or was signed for it, at every node and for good
   * (4009).
   */
  terminateUser(user_id: string): void
  /** Closes the user's connections with 4200 so that they reconnect and reauthorize every channel. */
  reauthorize(user_id: string, options?: Pick<PublishOptions, 'only_here'>): void
  /**
   * Tells who comes and goes, whatever the node: of several nodes, the one where it happened tells it. The people of
   * a node that died are told gone by the first of the others by id, and told back, should it only have been cut
   * off, by all of them.
   *
   * @returns the way to stop.
   */
  watch(listener: Listener): () => void
  /** Receives everything published at this node, client events too. @returns a function that stops it. */
  tap(listener: ChannelListener): () => void
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
  | 'accepted'
  | 'client_events'
  | 'delivered'
  | 'dropped'
  | 'failures'
  | 'misheard'
  | 'published'
  | 'rejected'
  | 'written'
> {
  connections: number
  /** Those that somebody is on, at whatever node. */
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
    channels.publish(publication, options.only_here)
  }

  return {
    attach: (httpServer) => server.door.attach(httpServer),
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
    members: (name) => channels.get(name)?.roster?.members() ?? [],
    subscriptionCount: (name) => channels.get(name)?.subscription_count ?? 0,
    occupied: (name) => channels.get(name)?.is_occupied ?? false,
    occupiedChannels: (prefix) =>
      [...channels.values()].flatMap(({ name, is_occupied }) =>
        is_occupied && name.startsWith(prefix) ? [name] : [],
      ),
    evict: (channel, who) =>
      server.revoke(typeof who === 'string' ? { channel, user_id: who } : { channel, ...who }),
    evictHere: (channel, user_ids) => server.evictHere(channel, user_ids),
    terminateUser: (user_id) => void server.revoke({ user_id, may_return: false }),
    reauthorize: (user_id, { only_here = false } = {}) =>
      void server[only_here ? 'revokeHere' : 'revoke']({ user_id, may_return: true }),
    watch: (listener) => listeners.watch(listener),
    tap: (listener) => listeners.tap(listener),
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
