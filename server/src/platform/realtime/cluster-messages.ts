import * as z from 'zod/mini'
import { toJson } from './json.ts'
import * as names from './names.ts'
import { Audience, type Limits } from './options.ts'

/** A node's state as rows. Each row is absolute, so receiving it twice is harmless. */
export type Row =
  | { is: 'occupied'; channel: string; subscribers: number }
  /** `is_reported`: the node has notified its listeners, since it knew of no subscribers at any node. */
  | { is: 'vacated'; channel: string; is_reported: boolean }
  | { is: 'seated'; channel: string; user_id: string; user_info: unknown }
  | { is: 'gone'; channel: string; user_id: string; is_reported: boolean }
  | { is: 'online' | 'offline'; user_id: string }

const event_name_chars_max = 200
const channels_per_event_max = 1_000
const rows_max = 10_000

const bytesUpTo = (max: number) => z.refine<string>((text) => Buffer.byteLength(text) <= max)

/** The values in messages between nodes. */
function valueSchemas(limits: Limits) {
  const unfit = ' '.repeat(limits.user_info_bytes_max + 1)
  const Count = z.int().check(z.gte(0))
  const Name = z.string().check(z.refine((name) => names.isChannelName(name) || names.isUserChannel(name)))
  const PresenceName = z
    .string()
    .check(z.refine((name) => names.isChannelName(name) && names.isPresence(name)))
  const TalkName = z
    .string()
    .check(z.refine((name) => names.isChannelName(name) && names.isGuarded(name) && !names.isEncrypted(name)))
  const CacheName = z.string().check(z.refine((name) => names.isChannelName(name) && names.isCached(name)))
  const UserId = z.string().check(z.refine(names.isUserId))
  const SocketId = z.string().check(z.refine(names.isSocketId))
  const UserInfo = z
    .unknown()
    .check(z.refine((info) => Buffer.byteLength(toJson(info) ?? unfit) <= limits.user_info_bytes_max))
  const EventName = z.string().check(
    z.minLength(1),
    z.maxLength(event_name_chars_max),
    z.refine((name) => !/^pusher(_internal)?:/.test(name)),
  )
  const Text = z.string().check(bytesUpTo(limits.buffered_bytes_max))
  const Stamp = z.int().check(z.gte(0), z.lte(8.64e15))
  return {
    Count,
    Name,
    PresenceName,
    TalkName,
    CacheName,
    UserId,
    SocketId,
    UserInfo,
    EventName,
    Text,
    Stamp,
  }
}

/**
 * The messages between nodes. The same limits apply as for clients: nothing received over the bus can do what
 * no client and no caller of the HTTP API could.
 */
function schemas(limits: Limits) {
  const { Count, Name, PresenceName, TalkName, CacheName, UserId, ...values } = valueSchemas(limits)
  const { SocketId, UserInfo, EventName, Text, Stamp } = values
  const Row = z.discriminatedUnion('is', [
    z.strictObject({ is: z.literal('occupied'), channel: Name, subscribers: Count }),
    z.strictObject({ is: z.literal('vacated'), channel: Name, is_reported: z.boolean() }),
    z.strictObject({
      is: z.literal('seated'),
      channel: PresenceName,
      user_id: UserId,
      user_info: UserInfo,
    }),
    z.strictObject({
      is: z.literal('gone'),
      channel: PresenceName,
      user_id: UserId,
      is_reported: z.boolean(),
    }),
    z.strictObject({ is: z.enum(['online', 'offline']), user_id: UserId }),
  ])
  const Rows = z.array(Row).check(z.maxLength(rows_max))
  return z.discriminatedUnion('kind', [
    /** A server event; `text` is its data. */
    z.strictObject({
      kind: z.literal('event'),
      channels: z.array(Name).check(z.minLength(1), z.maxLength(channels_per_event_max)),
      event: EventName,
      text: Text,
      except_socket: z.optional(SocketId),
      audience: z.optional(Audience),
      is_ephemeral: z.boolean(),
      stamp: Stamp,
    }),
    z.strictObject({
      kind: z.literal('client_event'),
      channel: TalkName,
      event: EventName.check(z.startsWith('client-')),
      data_json: z.string().check(bytesUpTo(limits.event_data_bytes_max), z.refine(isJson)),
      except_socket: SocketId,
      user_id: z.optional(UserId),
    }),
    /** Changes at the node. */
    z.strictObject({ kind: z.literal('changes'), rows: Rows }),
    /** The complete state of the node, in consecutive parts. */
    z.strictObject({ kind: z.literal('snapshot'), part: Count, parts: Count, rows: Rows }),
    /** Requests a snapshot and missed messages from one node, or from all. */
    z.strictObject({ kind: z.literal('ask'), node: z.nullable(z.string()) }),
    z.strictObject({
      kind: z.literal('last_event'),
      channel: CacheName,
      event: EventName,
      text: Text,
      stamp: Stamp,
      left_ms: Count,
    }),
    /** A node has signed something for a user or share on a socket of another node. */
    z.strictObject({ kind: z.literal('signed'), socket_id: SocketId, id: UserId }),
  ])
}
export type ClusterMessage = z.infer<ReturnType<typeof schemas>>

/** @returns a parser of messages from other nodes; undefined for invalid ones */
export function clusterReader(limits: Limits) {
  const schema = schemas(limits)
  return (data: unknown): ClusterMessage | undefined => schema.safeParse(data).data
}

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
