import {
  type CallInput,
  type EventDefinition,
  type Parsed,
  Problem,
  type ProblemCode,
  type Route,
  type Schema,
  type Schemas,
} from '@ozvi/contract'
import { address, query } from './address.ts'

export { address, query }

export interface EventListener<D> {
  /** The channel is live: now, and again after every reconnect. Whatever was read before may be stale. */
  live(): void
  received(data: D): void
  /** The channel may not be subscribed to: access has ended, perhaps before the event that says so was received. */
  rejected?(): void
}
export interface Reply {
  status: number
  body: unknown
}
/** A member of a presence channel; one entry regardless of open tabs. */
export interface PresenceMember {
  id: string
  name: string
}
/** Sends calls and receives events: with fetch and Pusher in browsers, Fastify's inject in tests of the server. */
export interface Transport {
  send(method: string, url: string, body: unknown, options?: CallOptions): Promise<Reply>
  listen(channel: string, event: string, listener: EventListener<unknown>): () => void
  /** Reports the members of a presence channel now and on every change; absent if unused. */
  watch?(channel: string, received: (members: PresenceMember[]) => void): () => void
}
export interface CallOptions {
  /** `false`: a 409 (unverified address) doesn't lead to its verification. */
  verifyRedirect?: false
  signal?: AbortSignal
  /** Completes even if the page is left; for small bodies only. */
  keepalive?: boolean
  /** Called with the sent share of the body, from 0 to 1; browser transports only. */
  onProgress?: (part: number) => void
}
interface ProblemBody {
  code?: ProblemCode
  message?: string
  errors?: Record<string, string[]>
  retry_after_s?: number
}

/** Sent by proxies, or by the server before it handled the request. */
const unavailableStatuses = new Set([408, 502, 503, 504])

const problemsByReply = new WeakMap<Reply, Problem>()
/**
 * The error in a reply, as the `Problem` that the server threw; its `errors` are sentences. Its message is empty if
 * the reply isn't the server's. One reply always gives the same object, so an error that was recorded is recognized
 * where it is caught.
 */
export function problemOf(reply: Reply): Problem {
  const known = problemsByReply.get(reply)
  if (known) return known
  const { status, body } = reply
  // The server's error handler is the only author of such bodies; a proxy's own page has no fields.
  const { code, message, errors, retry_after_s } = (body ?? {}) as ProblemBody
  const problemCode: ProblemCode = code ?? (unavailableStatuses.has(status) ? 'unavailable' : 'server_error')
  const problem = new Problem(problemCode, errors, { message: message ?? '', retry_after_s })
  problemsByReply.set(reply, problem)
  return problem
}

/** The API client on top of a transport. Errors are thrown as `Problem`. */
export function createWire({ send, listen, watch }: Transport) {
  return {
    async call<P extends string, S extends Schemas>(
      route: Route<P, S>,
      input: CallInput<P, S>,
      options?: CallOptions,
    ): Promise<Parsed<S['output']>> {
      const { url, rest } = address(route.path, input as object)
      const isRead = route.method === 'GET'
      const hasBody = !isRead && (route.method !== 'DELETE' || Object.keys(rest).length > 0)
      const reply = await send(
        route.method,
        isRead ? url + query(rest) : url,
        hasBody ? rest : undefined,
        options,
      )
      if (reply.status >= 400) throw problemOf(reply)
      // The server parsed the reply against this route's output on its way out.
      return (reply.body as { data: Parsed<S['output']> }).data
    },
    listen<D extends Schema, K>(
      kind: EventDefinition<D, K>,
      key: K,
      { received, ...listener }: EventListener<Parsed<D>>,
    ) {
      return listen(kind.channel(key), kind.name, {
        ...listener,
        received: (data) => received(data as Parsed<D>),
      })
    },
    watch: (channel: string, listener: (members: PresenceMember[]) => void) =>
      watch?.(channel, listener) ?? (() => undefined),
  }
}
export type Wire = ReturnType<typeof createWire>
