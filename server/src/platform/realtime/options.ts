import type { IncomingMessage } from 'node:http'
import { minute_ms } from '@ozvi/contract'
import type { BaseLogger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from '../bus/index.ts'

/** The app this server serves. The key is public and names the app; the secret signs. */
export interface App {
  id: string
  key: string
  secret: string
}

export interface Timings {
  /** Inactivity after which clients send a ping; sent to the client, in whole seconds. */
  activity_timeout_s: number
  /** Inactivity after which the server sends a ping frame. */
  ping_after_ms: number
  /** Time for the pong before the connection is closed with 4201. */
  pong_within_ms: number
  /** One sweep over all connections replaces individual timers; all timings are accurate to this interval. */
  sweep_ms: number
  /** Age of the oldest unread byte at which a peer is disconnected. */
  stalled_after_ms: number
  /** Time without a subscription or user before a connection is closed with 4202. */
  idle_after_ms: number
  /** Time for the closing handshake before the socket is destroyed. */
  close_within_ms: number
  /** Time limit of `greet`; afterwards the subscription succeeds without its fields. */
  greet_within_ms: number
  /** How long a cache channel stores its last event. */
  cache_ttl_ms: number
  /** Event loop delay above which new connections are rejected (4100). */
  loop_delay_max_ms: number
}

export interface Limits {
  connections_max: number
  /** Connections per network, as named by `networkOf`; more are rejected (4100). */
  network_connections_max: number
  /** New connections per second per network; a burst of twice `network_connections_max` is accepted. */
  network_handshakes_per_s: number
  /** Connections per share at this node; more are rejected (4100). */
  share_connections_max: number
  /** New connections per second; a burst of the same size is accepted, the rest is rejected (4100). */
  handshakes_per_s: number
  /** Channels per connection. */
  subscriptions_max: number
  /** Messages per second per connection; a burst that subscribes to every channel is accepted too. */
  messages_per_s: number
  client_events_per_s: number
  /** Size of one client frame. */
  frame_bytes_max: number
  /** Size of one event's data, from clients and through the HTTP API. */
  event_data_bytes_max: number
  presence_members_max: number
  user_info_bytes_max: number
  /** Unsent bytes above which a connection gets no ephemeral events. */
  ephemeral_buffered_bytes_max: number
  /** Unsent bytes above which a connection is closed. */
  buffered_bytes_max: number
}

export const timingDefaults: Timings = {
  activity_timeout_s: 120,
  ping_after_ms: 45_000,
  pong_within_ms: 30_000,
  sweep_ms: 1_000,
  stalled_after_ms: 15_000,
  idle_after_ms: 60_000,
  close_within_ms: 5_000,
  greet_within_ms: 5_000,
  cache_ttl_ms: 30 * minute_ms,
  loop_delay_max_ms: 1_000,
}

export const limitDefaults: Limits = {
  connections_max: 20_000,
  network_connections_max: 100,
  network_handshakes_per_s: 20,
  share_connections_max: 10_000,
  handshakes_per_s: 5_000,
  subscriptions_max: 200,
  messages_per_s: 50,
  client_events_per_s: 10,
  frame_bytes_max: 32 * 1024,
  event_data_bytes_max: 10 * 1024,
  presence_members_max: 100,
  user_info_bytes_max: 1024,
  ephemeral_buffered_bytes_max: 64 * 1024,
  buffered_bytes_max: 1024 * 1024,
}

/** The members of a channel an event is for, by id: all except some, or only some. */
export const Audience = z.union([
  z.strictObject({ except: z.array(z.string()) }),
  z.strictObject({ only: z.array(z.string()) }),
])
export type Audience = z.infer<typeof Audience>

export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** The network of a connection, and the factor of its limits. */
export interface Network {
  name: string
  factor: number
}

export interface RealtimeOptions {
  app: App
  log: Log
  /** Milliseconds since the epoch. */
  now?: () => number
  /** The network a connection counts toward; without it, network limits don't apply. */
  networkOf?: (request: IncomingMessage) => Network
  /** Path prefix before `/app/{key}`. */
  path?: string
  /**
   * Fields to add to the data of a channel's `subscription_succeeded` (such as its last sequence number), or
   * undefined for none. Events of the channel wait for it, so the fields are never older than the events.
   */
  greet?: (channel: string) => Promise<Record<string, unknown>> | undefined
  /**
   * Closes a user's connections at every node, as the HTTP API can demand. With several nodes it must reach
   * those that are cut off as well; by default only this node does it.
   */
  terminate?: (user_id: string) => Promise<void>
  /** Connects the nodes of one installation; without it there is only this node. */
  bus?: Bus | undefined
  /** Whether subscribers receive the number of subscriptions. */
  subscription_counts?: boolean
  timings?: Partial<Timings>
  limits?: Partial<Limits>
}
