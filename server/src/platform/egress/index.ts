import { Agent, request } from 'undici'
import { decodedBody } from './body.ts'
import { ssrfSafeConnector, type Resolver, systemResolver } from './connector.ts'
import { EgressFailure, type EgressReason, reasonOf } from './failure.ts'
import { type EgressOptions, type EgressRequest, firstRequest, redirectedRequest } from './request.ts'
import {
  portOf,
  type EgressPolicy,
  isAllowed,
  readAllowed,
  readUrl,
  type StaticUrlProblem,
  staticUrlProblem,
} from './target.ts'

export { type EgressReason, requestFailureOf } from './failure.ts'
export type { EgressOptions } from './request.ts'

export interface EgressSetup {
  /** `EGRESS_ALLOW`: `host:port` pairs that are allowed although internal or on an unusual port. */
  allow: readonly string[]
  log: { warn(details: object, message: string): void }
  /** Sent with every request unless the caller sets its own. */
  user_agent: string
  /** Resolves a name to all its addresses; the system's resolver by default. */
  resolver?: Resolver
  /** Allowed ports; 80 and 443 by default. */
  ports?: readonly number[]
}

export interface EgressAnswer {
  ok: true
  status: number
  /** The final URL after redirects. */
  url: string
  /** Lowercase names; repeated headers are joined by `, `; cookies are left out. */
  headers: Record<string, string>
}
export interface EgressError {
  ok: false
  reason: EgressReason
}
export type EgressResult = (EgressAnswer & { body: Buffer; truncated: boolean }) | EgressError
/** Reading `body` may throw `EgressFailure`; leaving it early closes the connection. */
export type EgressStream = (EgressAnswer & { body: AsyncGenerator<Buffer, void> }) | EgressError

export interface Egress {
  /** Requests a URL and reads the whole response. Fails by result, never by exception. */
  fetch(url: string, options?: EgressOptions): Promise<EgressResult>
  /** Like `fetch`, but streams the body. */
  open(url: string, options?: EgressOptions): Promise<EgressStream>
  /** Problems that can be detected when a URL is saved, without a DNS lookup. */
  staticUrlProblem(url: string): StaticUrlProblem | undefined
  /** Whether `EGRESS_ALLOW` names the host and port of a URL. */
  isException(url: string): boolean
  close(): Promise<void>
}

const connect_timeout_ms = 5_000
const redirects_max = 10
const body_bytes_max = 5_000_000
const header_bytes_max = 16_384
const redirect_statuses = new Set([301, 302, 303, 307, 308])

/** Reads the whole body of a response. */
async function readBody(answer: EgressStream, at_cap: EgressOptions['at_cap']): Promise<EgressResult> {
  if (!answer.ok) return answer
  const chunks: Buffer[] = []
  let truncated = false
  try {
    for await (const chunk of answer.body) chunks.push(chunk)
  } catch (error) {
    const reason = reasonOf(error)
    if (reason !== 'too_large' || at_cap !== 'truncate') return { ok: false, reason }
    truncated = true
  }
  return { ...answer, body: Buffer.concat(chunks), truncated }
}

/**
 * The only HTTP client for hosts named by users: crawled pages, webhooks, vendors with a configurable
 * address.
 *
 * Every connection is checked by its resolved address, and connects to exactly that address. Only http(s),
 * only open ports, no credentials in URLs, no cookies. Size and time are capped everywhere.
 */
export function createEgress({ allow, log, user_agent, resolver, ports = [80, 443] }: EgressSetup): Egress {
  const policy: EgressPolicy = { ports: new Set(ports), allowed: readAllowed(allow) }
  if (allow.length)
    log.warn({ allow }, 'EGRESS_ALLOW: outgoing requests can reach these addresses, including internal ones')
  const agent = new Agent({
    connect: ssrfSafeConnector(policy, resolver ?? systemResolver, connect_timeout_ms),
    connections: 8,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    maxHeaderSize: header_bytes_max,
  })

  async function open(address: string, options: EgressOptions = {}): Promise<EgressStream> {
    const limit = deadline(options.timeout_ms ?? 30_000, options.signal)
    try {
      const { url, answer } = await followed(address, options, limit.signal)
      const headers = readHeaders(answer.headers)
      if (!isAcceptedType(headers['content-type'], options.accept_types, answer.statusCode)) {
        answer.body.destroy()
        throw new EgressFailure('wrong_type')
      }
      const bytes = decodedBody(
        answer.body,
        headers['content-encoding'] ?? '',
        options.max_bytes ?? body_bytes_max,
      )
      return { ok: true, status: answer.statusCode, url: url.href, headers, body: watched(bytes, limit) }
    } catch (error) {
      const reason = limit.reason() ?? reasonOf(error)
      if (reason === 'blocked')
        log.warn({ host: URL.parse(address)?.hostname }, 'egress: a request was blocked')
      limit.done()
      return { ok: false, reason }
    }
  }

  /** One response that isn't a redirect (or any, if the caller follows redirects itself). */
  async function followed(address: string, options: EgressOptions, signal: AbortSignal) {
    let next = firstRequest(address, options, user_agent)
    for (let redirects = 0; ; redirects++) {
      const answer = await send(next, options, signal)
      const { location } = answer.headers
      const isRedirect = redirect_statuses.has(answer.statusCode) && typeof location === 'string'
      if (!isRedirect || options.redirect === 'manual') return { url: next.url, answer }

      answer.body.destroy()
      if (redirects >= redirects_max) throw new EgressFailure('too_many_redirects')
      next = redirectedRequest(next, answer.statusCode, location)
    }
  }

  async function send(
    { url, method, body, headers }: EgressRequest,
    options: EgressOptions,
    signal: AbortSignal,
  ) {
    if (staticUrlProblem(policy, url.href) === 'blocked') throw new EgressFailure('blocked')
    const answer = await request(url, {
      dispatcher: agent,
      method,
      headers: Object.fromEntries(headers),
      body: body ?? null,
      signal,
      headersTimeout: options.first_byte_timeout_ms ?? 15_000,
      bodyTimeout: options.idle_timeout_ms ?? 10_000,
    })
    answer.body.on('error', () => {}) // errors of an unread body don't matter
    return answer
  }

  return {
    open,
    fetch: async (address, options = {}) => readBody(await open(address, options), options.at_cap),
    staticUrlProblem: (url) => staticUrlProblem(policy, url),
    isException(text) {
      const url = readUrl(text)
      return url !== undefined && isAllowed(policy, url.hostname, portOf(url))
    },
    close: () => agent.destroy(),
  }
}

interface Deadline {
  signal: AbortSignal
  /** Set if this deadline, or the caller, ended the request. */
  reason(): EgressReason | undefined
  done(): void
}

function deadline(timeout_ms: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let reason: EgressReason | undefined
  const end = (why: EgressReason) => {
    reason ??= why
    controller.abort()
  }
  const onAbort = () => end('aborted')
  const timer = setTimeout(end, timeout_ms, 'timeout')
  if (caller?.aborted) onAbort()
  caller?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    reason: () => reason,
    done() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', onAbort)
    },
  }
}

async function* watched(bytes: AsyncGenerator<Buffer, void>, limit: Deadline) {
  try {
    yield* bytes
  } catch (error) {
    throw new EgressFailure(limit.reason() ?? reasonOf(error), { cause: error })
  } finally {
    limit.done()
  }
}

const readHeaders = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'set-cookie')
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

/** Only successful responses are checked by type: error pages can have any type. */
const isAcceptedType = (
  content_type: string | undefined,
  types: readonly string[] | undefined,
  status: number,
) =>
  !types ||
  status < 200 ||
  status >= 300 ||
  !content_type ||
  types.some((type) => content_type.toLowerCase().startsWith(type))
