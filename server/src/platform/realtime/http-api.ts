import type { Channels } from './channels.ts'
import type { LastEvents } from './last-events.ts'
import { isObject, parseObject } from './json.ts'
import {
  isCached,
  isChannelName,
  isPresence,
  isReserved,
  isSocketId,
  isUserChannel,
  isUserId,
} from './names.ts'
import type { App, Limits, Log } from './options.ts'
import type { Signatures } from './signatures.ts'

export interface ApiRequest {
  method: string
  /** Path and query as in the request line, over which the signature is computed. */
  url: string
  body: Uint8Array
}
export interface ApiReply {
  status: number
  body: Record<string, unknown>
}

interface Environment {
  readonly app: App
  readonly channels: Channels
  readonly lastEvents: LastEvents
  readonly limits: Limits
  readonly log: Log
  readonly signatures: Signatures
  terminate(user_id: string): Promise<void>
}

/** One event as `POST /events` takes it, checked. */
interface Trigger {
  name: string
  channels: string[]
  data: string
  socket_id: string | undefined
  info: Info
}
type Info = ReadonlySet<string>

const channels_per_event_max = 100
const events_per_batch_max = 10
const event_name_chars_max = 200

/** A request that ends here, with the status and words of its reply. */
class RequestError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Pusher's HTTP API, so that its official server packages work unchanged. */
export class HttpApi {
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  handle(request: ApiRequest): Promise<ApiReply> {
    return this.#reply(() => this.#answer(request))
  }

  /**
   * Whether a request has a valid signature, for calls that are answered elsewhere. @returns the path after
   * `/apps/{id}/`, or the rejection
   */
  async check(request: ApiRequest): Promise<{ action: string } | ApiReply> {
    let action = ''
    const reply = await this.#reply(async () => {
      action = this.#checked(request).action
      return {}
    })
    return reply.status === 200 ? { action } : reply
  }

  async #reply(answer: () => Promise<Record<string, unknown>>): Promise<ApiReply> {
    try {
      return { status: 200, body: await answer() }
    } catch (error) {
      if (error instanceof RequestError) return { status: error.status, body: { error: error.message } }
      this.#environment.log.error({ err: error }, 'realtime: an API call failed')
      return { status: 500, body: { error: 'Something went wrong' } }
    }
  }

  #checked({ method, url, body }: ApiRequest) {
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const [, app_id, action = ''] = /^\/apps\/([^/]+)\/(.+)$/.exec(path) ?? []
    if (app_id !== this.#environment.app.id) throw new RequestError(404, 'Unknown app')
    const query = new Map<string, string>()
    for (const [name, value] of new URLSearchParams(mark < 0 ? '' : url.slice(mark)))
      query.set(name.toLowerCase(), value)
    const fault = this.#environment.signatures.requestFault(method, path, query, body)
    if (fault !== undefined) throw new RequestError(401, fault)
    return { action, query }
  }

  async #answer(request: ApiRequest): Promise<Record<string, unknown>> {
    const { method, body } = request
    const { action, query } = this.#checked(request)
    const info = readInfo(query.get('info'))
    if (method === 'POST') {
      if (action === 'events') return this.#trigger(readObject(body))
      if (action === 'batch_events') return this.#triggerBatch(readObject(body))
      const user_id = between('users/', action, '/terminate_connections')
      if (user_id !== undefined) {
        if (isUserId(user_id)) await this.#environment.terminate(user_id)
        return {}
      }
    }
    if (method === 'GET') {
      if (action === 'channels') return this.#list(query.get('filter_by_prefix') ?? '', info)
      const members = between('channels/', action, '/users')
      if (members !== undefined) return this.#listUsers(members)
      const name = between('channels/', action, '')
      if (name !== undefined) return this.#describe(name, info)
    }
    throw new RequestError(404, 'Not found')
  }

  #trigger(body: Record<string, unknown>) {
    const trigger = this.#readTrigger(body)
    this.#publish(trigger)
    if (trigger.info.size === 0) return {}
    return {
      channels: Object.fromEntries(
        trigger.channels.map((name) => [name, this.#attributes(name, trigger.info)]),
      ),
    }
  }

  /** All or nothing: every event is checked before the first goes out. */
  #triggerBatch({ batch }: Record<string, unknown>) {
    if (!Array.isArray(batch) || batch.length === 0 || batch.length > events_per_batch_max)
      throw new RequestError(400, `A batch holds 1 to ${events_per_batch_max} events`)
    const triggers = batch.map((event) => this.#readTrigger(isObject(event) ? event : {}))
    for (const trigger of triggers) this.#publish(trigger)
    if (triggers.every(({ info }) => info.size === 0)) return {}
    return { batch: triggers.map(({ channels, info }) => this.#attributes(channels[0] ?? '', info)) }
  }

  #readTrigger({ name, channel, channels, data, socket_id, info }: Record<string, unknown>): Trigger {
    const names: unknown = channels ?? (channel === undefined ? undefined : [channel])
    if (
      typeof name !== 'string' ||
      name === '' ||
      !Array.isArray(names) ||
      names.length === 0 ||
      data === undefined
    )
      throw new RequestError(400, 'name, data and channel or channels are needed')
    if (name.length > event_name_chars_max)
      throw new RequestError(400, `At most ${event_name_chars_max} characters of event name`)
    if (names.length > channels_per_event_max)
      throw new RequestError(400, `At most ${channels_per_event_max} channels per event`)
    const unique = [...new Set(names.filter((each) => isChannelName(each) || isUserChannel(each)))]
    if (unique.length < new Set(names).size) throw new RequestError(400, 'Invalid channel name')
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    if (Buffer.byteLength(text) > this.#environment.limits.event_data_bytes_max)
      throw new RequestError(413, `At most ${this.#environment.limits.event_data_bytes_max} bytes of data`)
    if (socket_id !== undefined && !isSocketId(socket_id)) throw new RequestError(400, 'Invalid socket_id')
    return { name, channels: unique, data: text, socket_id, info: readInfo(info) }
  }

  #publish({ name, channels, data, socket_id }: Trigger) {
    this.#environment.channels.publish({
      channels,
      event: name,
      data_json: JSON.stringify(data),
      keep: data,
      except_socket: socket_id,
      is_ephemeral: false,
    })
  }

  #list(prefix: string, info: Info) {
    if (info.has('user_count') && !prefix.startsWith('presence-'))
      throw new RequestError(400, 'user_count needs filter_by_prefix=presence-')
    const listed = [...this.#environment.channels.values()].filter(
      ({ name, subscription_count }) =>
        subscription_count > 0 && !isReserved(name) && name.startsWith(prefix),
    )
    return { channels: Object.fromEntries(listed.map(({ name }) => [name, this.#attributes(name, info)])) }
  }

  #describe(name: string, info: Info) {
    if (!isChannelName(name)) throw new RequestError(400, 'Invalid channel name')
    if (info.has('user_count') && !isPresence(name))
      throw new RequestError(400, 'user_count is for presence channels')
    const occupied = (this.#environment.channels.get(name)?.subscription_count ?? 0) > 0
    return { occupied, ...this.#attributes(name, info) }
  }

  #listUsers(name: string) {
    if (!isPresence(name)) throw new RequestError(400, 'users are for presence channels')
    return { users: (this.#environment.channels.get(name)?.presence?.ids() ?? []).map((id) => ({ id })) }
  }

  #attributes(name: string, info: Info): Record<string, unknown> {
    const channel = this.#environment.channels.get(name)
    const attributes: Record<string, unknown> = {}
    if (info.has('user_count') && isPresence(name)) attributes['user_count'] = channel?.presence?.size ?? 0
    if (info.has('subscription_count') && !isPresence(name))
      attributes['subscription_count'] = channel?.subscription_count ?? 0
    if (info.has('cache') && isCached(name)) {
      const last = this.#environment.lastEvents.get(name)
      attributes['cache'] = last
        ? { data: last.text, ttl: Math.ceil((last.until_ms - Date.now()) / 1_000) }
        : null
    }
    return attributes
  }
}

const readInfo = (info: unknown): Info =>
  new Set(typeof info === 'string' ? info.split(',').filter((each) => each !== '') : [])

function readObject(body: Uint8Array) {
  const object = parseObject(Buffer.from(body).toString())
  if (object === undefined) throw new RequestError(400, 'The body must be a JSON object')
  return object
}

/** The decoded path segment between two fixed strings. */
function between(before: string, path: string, after: string) {
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined
  const segment = path.slice(before.length, path.length - after.length)
  if (segment === '' || segment.includes('/')) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new RequestError(400, 'Invalid path')
  }
}
