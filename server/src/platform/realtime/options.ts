import type { IncomingMessage } from 'node:http'
import type { BaseLogger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from '../bus/index.ts'

/** The one app this server speaks for. The key is public (it names the app); the secret signs. */
export interface App {
  id: string
  key: string
  secret: string
}

export interface Timings {
  /** How long a client may hear nothing before it asks; told to the client, which takes whole seconds. */
  activity_timeout_s: number
  /** Silence after which the server sends a ping frame. */
  ping_after_ms: number
  /** How long the answer to that ping may take before the connection is closed with 4201. */
  pong_within_ms: number
  /** One sweep over all connections stands for every timer; all timings are kept to this grain. */
  sweep_ms: number
  /** How long a lost (not unsubscribed) last connection stays a member, so that a page may reload unseen. */
  linger_ms: number
  /** Age of the oldest byte a peer has not taken, after which it is cut. */
  stalled_after_ms: number
  /** How long a connection may have neither a subscription nor a user before it is closed with 4202. */
  idle_after_ms: number
  /** How long a closing handshake may take before the socket is destroyed. */
  close_within_ms: number
  /** How long `greet` may take; the subscription succeeds without its fields afterwards. */
  greet_within_ms: number
  /** How long a cache channel keeps its last event. */
  cache_ttl_ms: number
  /** Event-loop delay beyond which new connections are told to come back (4100). */
  loop_delay_max_ms: number
}

export interface Limits {
  connections_max: number
  /** Connections of one network, where `networkOf` names it; more are told to come back (4100). */
  network_connections_max: number
  /** New connections a second of one network; a burst of twice `network_connections_max` is taken. */
  network_handshakes_per_s: number
  /** Connections of one share at this node; more are told to come back (4100). */
  share_connections_max: number
  /** New connections a second; a burst of the same size is taken. The rest is told to come back (4100). */
  handshakes_per_s: number
  /** Channels of one connection. */
  subscriptions_max: number
  /** Messages a second of one connection; a burst that subscribes to every channel at once is taken too. */
  messages_per_s: number
  client_events_per_s: number
  /** Size of one frame from a client. */
  frame_bytes_max: number
  /** Size of one event's data, from clients and through the HTTP API. */
  event_data_bytes_max: number
  presence_members_max: number
  user_info_bytes_max: number
  /** Unsent bytes above which a connection no longer gets ephemeral events. */
  ephemeral_buffered_bytes_max: number
  /** Unsent bytes above which a connection is cut. */
  buffered_bytes_max: number
}

export const timingDefaults: Timings = {
  activity_timeout_s: 120,
  ping_after_ms: 45_000,
  pong_within_ms: 30_000,
  sweep_ms: 1_000,
  linger_ms: 2_000,
  stalled_after_ms: 15_000,
  idle_after_ms: 60_000,
  close_within_ms: 5_000,
  greet_within_ms: 5_000,
  cache_ttl_ms: 30 * 60_000,
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

/** Whom of a channel an event is for, by the ids that they are on it as: all but some, or some alone. */
export const Audience = z.union([
  z.strictObject({ except: z.array(z.string()) }),
  z.strictObject({ only: z.array(z.string()) }),
])
export type Audience = z.infer<typeof Audience>

export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** Where a connection comes from, and how many times the limits of a network it may have. */
export interface Network {
  name: string
  factor: number
}

export interface RealtimeOptions {
  app: App
  log: Log
  /** Milliseconds since the epoch. */
  now?: () => number
  /** The network that a connection is counted with; without it, limits of networks hold for none. */
  networkOf?: (request: IncomingMessage) => Network
  /** What stands before `/app/{key}` in the path of a connection. */
  path?: string
  /**
   * Fields to put into the data of a channel's `subscription_succeeded` (its last sequence number, say), or
   * undefined for none. Events of the channel wait for the answer, so what it says is never older than they are.
   */
  greet?: (channel: string) => Promise<Record<string, unknown>> | undefined
  /** What joins the nodes of one installation, which then serve as one; this node alone without it. */
  bus?: Bus | undefined
  /** Whether subscribers are told how many they are. */
  subscription_counts?: boolean
  timings?: Partial<Timings>
  limits?: Partial<Limits>
}
