import type { Channels } from './channels.ts'
import type { Connection } from './connection.ts'
import { isObject, parseObject } from './json.ts'
import { isChannelName, isGuarded, isPresence, isUserId, userChannel } from './names.ts'
import type { Limits, Log, RealtimeOptions } from './options.ts'
import type { Revocations } from './revocations.ts'
import type { PresenceMember } from './presence-members.ts'
import type { Shares } from './shares.ts'
import type { Signatures } from './signatures.ts'

/** Why a subscription is rejected, in the form the official clients report per channel. */
interface SubscriptionError {
  type: 'AuthError' | 'InvalidChannel' | 'LimitReached'
  error: string
  status: number
}

/** What a subscription is allowed as. */
interface Admission {
  /** Null on channels without members. */
  member: PresenceMember | null
  is_read_only: boolean
  share: string | null
}

interface Environment {
  readonly channels: Channels
  readonly greet: RealtimeOptions['greet']
  readonly greet_within_ms: number
  readonly limits: Limits
  readonly log: Log
  readonly revocations: Revocations
  readonly shares: Shares
  readonly signatures: Signatures
}

/** Decides who can join which channel, and as which member. */
export class Subscriptions {
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** Handles `pusher:subscribe`: answers `subscription_succeeded` or `subscription_error`, possibly later. */
  subscribe(connection: Connection, data: unknown) {
    const { channel: name, auth, channel_data } = isObject(data) ? data : {}
    if (!this.#isName(connection, name))
      return this.#reject(connection, name, {
        type: 'InvalidChannel',
        error: 'Invalid channel name',
        status: 400,
      })
    if (connection.channels.has(name))
      return connection.sendError(null, `Existing subscription to channel ${name}`, name)
    // A new connection is authorized again.
    if (connection.evicted_from.has(name)) return connection.close(4200, 'Access has changed')
    const admitted = this.#admit(connection, name, auth, channel_data)
    if ('error' in admitted) return this.#reject(connection, name, admitted)
    const { member, is_read_only, share } = admitted
    const { channels, revocations, shares } = this.#environment
    // Signed before the access changed: a new connection is authorized with current permissions.
    if ([member?.user_id, share].some((id) => id != null && revocations.isRevoked(id, connection)))
      return connection.close(4200, 'Access has changed')
    if (share !== null && !shares.take(connection, share))
      return connection.close(4100, 'Too many connections of one share')
    if (is_read_only) (connection.read_only ??= new Set()).add(name)
    else connection.read_only?.delete(name)
    const greeting = this.#greeting(name)
    if (greeting) void this.#joinGreeted(connection, name, member, greeting)
    else channels.join(connection, name, member)
  }

  unsubscribe(connection: Connection, data: unknown) {
    const name = isObject(data) ? data['channel'] : undefined
    if (typeof name === 'string' && connection.channels.has(name))
      this.#environment.channels.leave(connection, name)
  }

  /** Removes a subscription whose reason no longer exists. */
  revoke(connection: Connection, name: string) {
    this.#environment.channels.leave(connection, name)
    this.#reject(connection, name, { type: 'AuthError', error: 'Access was withdrawn', status: 403 })
  }

  /** A signed-in connection can also join its own user channel; the `#` keeps everyone else off it. */
  #isName(connection: Connection, name: unknown): name is string {
    return isChannelName(name) || (connection.user !== null && name === userChannel(connection.user.id))
  }

  #admit(
    connection: Connection,
    name: string,
    auth: unknown,
    channel_data: unknown,
  ): Admission | SubscriptionError {
    const { limits, signatures } = this.#environment
    if (connection.channels.size >= limits.subscriptions_max)
      return subscriptionError(
        'LimitReached',
        `At most ${limits.subscriptions_max} channels per connection`,
        403,
      )
    if (!isGuarded(name)) return { member: null, is_read_only: false, share: null }
    if (channel_data !== undefined && typeof channel_data !== 'string')
      return subscriptionError('AuthError', 'channel_data must be a string', 400)
    if (!signatures.isChannelSigned(auth, connection.id, name, channel_data))
      return subscriptionError('AuthError', 'Invalid signature', 401)
    const data = channel_data === undefined ? undefined : (parseObject(channel_data) ?? {})
    if (!signatures.isFresh(data)) return subscriptionError('AuthError', 'Expired signature', 401)
    const is_read_only = data?.['is_read_only'] === true
    const share = typeof data?.['share'] === 'string' ? data['share'] : null
    if (!isPresence(name))
      return { member: (data && readMember(connection, data)) ?? null, is_read_only, share }
    const member = readMember(connection, data)
    if (!member)
      return subscriptionError('AuthError', 'A presence channel needs channel_data with a user_id', 400)
    if (Buffer.byteLength(JSON.stringify(member.user_info)) > limits.user_info_bytes_max)
      return subscriptionError(
        'LimitReached',
        `At most ${limits.user_info_bytes_max} bytes of user_info`,
        413,
      )
    return this.#isFull(name, member) ? this.#full : { member, is_read_only, share }
  }

  /** Whether a new member would exceed the limit, counted over all nodes. */
  #isFull(name: string, { user_id }: PresenceMember) {
    const { channels, limits } = this.#environment
    const presence = channels.get(name)?.presence
    return presence != null && presence.size >= limits.presence_members_max && !presence.has(user_id)
  }
  get #full() {
    const { presence_members_max } = this.#environment.limits
    return subscriptionError('LimitReached', `At most ${presence_members_max} members per channel`, 403)
  }

  #reject(connection: Connection, name: unknown, error: SubscriptionError) {
    connection.host.counters.rejected++
    const is_valid_name = typeof name === 'string' && name.length <= 256
    connection.sendEvent('pusher:subscription_error', error, is_valid_name ? name : undefined)
  }

  #greeting(name: string) {
    try {
      return this.#environment.greet?.(name)
    } catch (error) {
      this.#environment.log.error({ err: error, channel: name }, 'realtime: failed to load the greeting')
      return undefined
    }
  }

  /** Without its greeting a subscription still succeeds; a client that misses the fields reads again. */
  async #joinGreeted(
    connection: Connection,
    name: string,
    member: PresenceMember | null,
    greeting: Promise<Record<string, unknown>>,
  ) {
    const { channels, greet_within_ms, log } = this.#environment
    const heldFrames = channels.hold(connection, name, member)
    let json = '{}'
    try {
      json = JSON.stringify(await within(greet_within_ms, greeting))
    } catch (error) {
      log.error({ err: error, channel: name }, 'realtime: failed to load the greeting')
    }
    if (!channels.isHeld(connection, name, heldFrames)) return
    if (!member || !this.#isFull(name, member)) return channels.join(connection, name, member, json)
    // Others joined while this one waited.
    channels.leave(connection, name)
    this.#reject(connection, name, this.#full)
  }
}

const subscriptionError = (
  type: SubscriptionError['type'],
  error: string,
  status: number,
): SubscriptionError => ({
  type,
  error,
  status,
})

/** The member of the channel data, otherwise the signed-in user. Numeric ids are converted to strings. */
function readMember(
  connection: Connection,
  data: Record<string, unknown> | undefined,
): PresenceMember | undefined {
  const { user_id: claimedId, user_info = {} } = data ?? {
    user_id: connection.user?.id,
    user_info: connection.user?.user_info,
  }
  const user_id = typeof claimedId === 'number' ? String(claimedId) : claimedId
  return isUserId(user_id) ? { user_id, user_info } : undefined
}

/** Waits for a result with a timeout. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}
