import type { Channels } from './channels.ts'
import type { Connection } from './connection.ts'
import type { Listeners } from './listeners.ts'
import { pongFrame } from './frames.ts'
import { isObject, parseObject, toJson } from './json.ts'
import { isEncrypted, isGuarded, isUserId } from './names.ts'
import type { Limits } from './options.ts'
import type { Revocations } from './revocations.ts'
import type { Signatures } from './signatures.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { Users } from './users.ts'

const event_name_chars_max = 200

interface Environment {
  readonly channels: Channels
  readonly listeners: Listeners
  readonly limits: Limits
  readonly revocations: Revocations
  readonly signatures: Signatures
  readonly subscriptions: Subscriptions
  readonly users: Users
}

/** Handles messages from clients. */
export class Inbound {
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** Handles one text frame. An invalid message causes an error, never a disconnect. */
  receive(connection: Connection, text: string) {
    const message = parseObject(text)
    const event = message?.['event']
    if (message === undefined || typeof event !== 'string')
      return connection.sendError(null, 'A message is a JSON object with an event')
    const { data = {} } = message
    switch (event) {
      case 'pusher:ping':
        return connection.send(pongFrame)
      case 'pusher:pong':
        return
      case 'pusher:subscribe':
        return this.#environment.subscriptions.subscribe(connection, opened(data))
      case 'pusher:unsubscribe':
        return this.#environment.subscriptions.unsubscribe(connection, opened(data))
      case 'pusher:signin':
        return this.#signIn(connection, opened(data))
    }
    if (event.startsWith('client-')) return this.#clientEvent(connection, event, message['channel'], data)
    connection.sendError(null, `Unknown event ${event.slice(0, event_name_chars_max)}`)
  }

  /**
   * Forwards a client event to the other subscribers. It is untrusted: nothing is stored, and it is dropped
   * first when a peer lags.
   */
  #clientEvent(connection: Connection, event: string, name: unknown, data: unknown) {
    const { channels, listeners, limits } = this.#environment
    const channel = typeof name === 'string' && connection.channels.has(name) ? channels.get(name) : undefined
    if (!channel?.subscribers.has(connection) || !isGuarded(channel.name) || isEncrypted(channel.name))
      return this.#reject(
        connection,
        null,
        'Client events need a subscription to a private or presence channel',
      )
    if (connection.read_only?.has(channel.name))
      return this.#reject(connection, null, 'This subscription may not send client events')
    if (event.length > event_name_chars_max)
      return this.#reject(connection, null, `At most ${event_name_chars_max} characters of event name`)
    const data_json = toJson(data)
    if (data_json === undefined || Buffer.byteLength(data_json) > limits.event_data_bytes_max)
      return this.#reject(connection, null, `At most ${limits.event_data_bytes_max} bytes of data`)
    if (!connection.client_events.take())
      return this.#reject(connection, 4301, `At most ${limits.client_events_per_s} client events a second`)
    connection.host.counters.client_events++
    const socket_id = connection.id
    const user_id = (channel.presence && connection.channels.get(channel.name)) ?? undefined
    channels.publish({
      channels: [channel.name],
      event,
      data_json,
      except_socket: socket_id,
      user_id,
      is_ephemeral: true,
    })
    listeners.notify((listener) =>
      listener.clientEvent?.({ channel: channel.name, event, data_json, socket_id, user_id }),
    )
  }

  #reject(connection: Connection, code: number | null, message: string) {
    connection.host.counters.rejected++
    connection.sendError(code, message)
  }

  /** A connection has one identity. Invalid sign-ins, and attempts to change it, close the connection. */
  #signIn(connection: Connection, data: unknown) {
    const { revocations, signatures, users } = this.#environment
    const { auth, user_data } = isObject(data) ? data : {}
    const sendAway = (message: string) => {
      this.#reject(connection, 4009, message)
      connection.close(4009, message)
    }
    if (typeof user_data !== 'string' || !signatures.isUserSigned(auth, connection.id, user_data))
      return sendAway('Invalid signature')
    const user = parseObject(user_data) ?? {}
    if (!signatures.isFresh(user)) return sendAway('Expired signature')
    const { id, user_info = {}, watchlist } = user
    if (!isUserId(id)) return sendAway('user_data needs an id')
    if (revocations.isRevoked(id, connection)) return connection.close(4200, 'Access has changed')
    if (connection.user && connection.user.id !== id) return sendAway('Already signed in as another user')
    users.signIn(
      connection,
      { id, user_info, watchlist: Array.isArray(watchlist) ? watchlist.filter(isUserId) : [] },
      user_data,
    )
  }
}

/** Some clients encode the data of protocol messages twice. */
const opened = (data: unknown) => (typeof data === 'string' ? parseObject(data) : data)
