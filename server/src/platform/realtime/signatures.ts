import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { App } from './options.ts'
import { isChannelName, isGuarded, isPresence, isSocketId, isUserId } from './names.ts'

/** A subscriber, as signed by the server; members of a presence channel see `user_id` and `user_info`. */
export interface Member {
  user_id: string
  user_info?: Record<string, unknown>
  /** Rejects client events of this subscriber. */
  is_read_only?: boolean
  /** Connections of one share are counted together: see `share_connections_max`. */
  share?: string
}

/** A signed-in user. `watchlist`: up to 100 user ids whose online status they receive. */
export interface User {
  id: string
  user_info?: Record<string, unknown>
  watchlist?: string[]
}

/** Something that must not be signed; `field` names it. */
export class SigningError extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.name = 'SigningError'
    this.field = field
  }
}

/** Allowed clock difference between server and caller (Pusher HTTP API). */
const timestamp_tolerance_s = 600
/** How long a signature for a socket is valid. */
export const signature_lifetime_s = 60

/** Creates and verifies the three kinds of signature: channel, user, HTTP request. */
export class Signatures {
  readonly #app: App
  readonly #secret: KeyObject
  readonly #now: () => number

  /** @param now milliseconds since the epoch */
  constructor(app: App, now: () => number) {
    this.#app = app
    this.#now = now
    this.#secret = createSecretKey(app.secret, 'utf8')
  }

  #hmac(text: string) {
    return createHmac('sha256', this.#secret).update(text).digest('hex')
  }

  /** The key is compared too: a signature with another key isn't ours. */
  #matches(auth: unknown, text: string) {
    return isSame(auth, `${this.#app.key}:${this.#hmac(text)}`)
  }

  /** Time of signing, as seconds since the epoch. The official clients pass the data on unchanged. */
  #issued() {
    return { iat: Math.floor(this.#now() / 1_000) }
  }

  /**
   * Whether signed data is recent enough. Data signed by others with the secret needs no time (Pusher
   * protocol).
   */
  isFresh(data: Record<string, unknown> | undefined) {
    const { iat } = data ?? {}
    if (iat === undefined) return true
    return typeof iat === 'number' && Math.abs(this.#now() / 1_000 - iat) <= signature_lifetime_s
  }

  /**
   * Authorizes one socket for one private or presence channel, valid for a minute.
   *
   * @param member also on private channels, so that the subscription can be found and ended by the user's id
   * @throws SigningError unless socket id and name are well formed, the channel needs a signature, and a
   * presence channel has a member
   */
  signChannel(socket_id: string, channel: string, member?: Member): { auth: string; channel_data: string } {
    if (!isSocketId(socket_id)) throw new SigningError('socket_id', 'Invalid socket id')
    if (!isChannelName(channel) || !isGuarded(channel))
      throw new SigningError('channel_name', 'Invalid channel name')
    if (isPresence(channel) && member === undefined)
      throw new SigningError('channel_data', 'A presence channel needs a member')
    if (member && !isUserId(member.user_id)) throw new SigningError('user_id', 'Invalid user id')
    const channel_data = JSON.stringify({ ...member, ...this.#issued() })
    return { auth: `${this.#app.key}:${this.#hmac(`${socket_id}:${channel}:${channel_data}`)}`, channel_data }
  }

  /**
   * Signs one socket in as a user, valid for a minute.
   *
   * @throws SigningError for a malformed socket id or user id
   */
  signUser(socket_id: string, user: User): { auth: string; user_data: string } {
    if (!isSocketId(socket_id)) throw new SigningError('socket_id', 'Invalid socket id')
    if (!isUserId(user.id)) throw new SigningError('id', 'Invalid user id')
    const user_data = JSON.stringify({ ...user, ...this.#issued() })
    return { auth: `${this.#app.key}:${this.#hmac(`${socket_id}::user::${user_data}`)}`, user_data }
  }

  isChannelSigned(auth: unknown, socket_id: string, channel: string, channel_data?: string) {
    return this.#matches(
      auth,
      channel_data === undefined ? `${socket_id}:${channel}` : `${socket_id}:${channel}:${channel_data}`,
    )
  }

  isUserSigned(auth: unknown, socket_id: string, user_data: string) {
    return this.#matches(auth, `${socket_id}::user::${user_data}`)
  }

  /** The error of a signed HTTP request, or undefined. `query` contains unescaped values by lowercase name. */
  requestFault(method: string, path: string, query: ReadonlyMap<string, string>, body: Uint8Array) {
    if (query.get('auth_key') !== this.#app.key) return 'Unknown auth_key'
    if (query.get('auth_version') !== '1.0') return 'Unknown auth_version'
    const off_s = Math.abs(Date.now() / 1_000 - Number(query.get('auth_timestamp') ?? NaN))
    if (!(off_s <= timestamp_tolerance_s)) return 'auth_timestamp is too far off'
    const signed = [...query]
      .filter(([name]) => name !== 'auth_signature')
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const text = `${method}\n${path}\n${signed.map(([name, value]) => `${name}=${value}`).join('&')}`
    if (!isSame(query.get('auth_signature'), this.#hmac(text))) return 'Invalid auth_signature'
    if (body.length > 0 && !isSame(query.get('body_md5'), hash('md5', body, 'hex'))) return 'Invalid body_md5'
    return undefined
  }
}

/** Compares in constant time. */
function isSame(actual: unknown, expected: string) {
  if (typeof actual !== 'string' || actual.length !== expected.length) return false
  const a = Buffer.from(actual)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
