import type { ModelFailure } from '@ozvi/contract'
import type { OpenAI } from 'openai'
import { type Egress, type EgressReason, requestFailureOf } from '#platform/egress/index.ts'

export interface Endpoint {
  base_url: string
  chat_model: string
  /** Empty: none. */
  embedding_model: string
  /** Empty for servers without keys. */
  key: string
}
/** Longest waits for the endpoint. */
export interface ModelTimings {
  first_byte_ms: number
  idle_ms: number
  total_ms: number
}
export const modelTimings: ModelTimings = { first_byte_ms: 15_000, idle_ms: 20_000, total_ms: 60_000 }

export class ModelError extends Error {
  override name = 'ModelError'
  failure: ModelFailure
  /** When the endpoint accepts requests again, as it says. */
  retry_after_s: number | undefined
  constructor(failure: ModelFailure, options?: ErrorOptions & { retry_after_s?: number | undefined }) {
    super(`language model: ${failure}`, options)
    this.failure = failure
    this.retry_after_s = options?.retry_after_s
  }
}

class GuardError extends Error {
  reason: EgressReason
  constructor(reason: EgressReason) {
    super(reason)
    this.reason = reason
  }
}
function failureOfStatus(status: number): ModelFailure {
  if (status === 401 || status === 403) return 'key_rejected'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'server_error' : 'rejected'
}

/** Headers with details about this server, which the endpoint doesn't need. */
const isTelemetry = (name: string) => name.startsWith('x-stainless-')

/** `fetch` through the egress guard. Redirects aren't followed: the key is for this address only. */
function guardedFetch(
  egress: Egress,
  { key }: Endpoint,
  timings: ModelTimings,
  max_bytes: number,
  track: (error: GuardError) => void,
) {
  return async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(
      [...new Headers(init.headers)].filter(
        ([name]) => !isTelemetry(name) && (key !== '' || name !== 'authorization'),
      ),
    )
    const failed = (reason: EgressReason) => {
      const error = new GuardError(reason)
      track(error)
      return error
    }
    const opened = await egress.open(String(url), {
      method: 'POST',
      headers,
      body: typeof init.body === 'string' ? init.body : '',
      redirect: 'manual',
      max_bytes,
      first_byte_timeout_ms: timings.first_byte_ms,
      idle_timeout_ms: timings.idle_ms,
      timeout_ms: timings.total_ms,
      ...(init.signal ? { signal: init.signal } : {}),
    })
    if (!opened.ok) throw failed(opened.reason)
    const { body } = opened
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const chunk = await body.next()
          if (chunk.done) controller.close()
          else controller.enqueue(chunk.value)
        } catch (error) {
          controller.error(failed(reasonIn(error)))
        }
      },
      async cancel() {
        await body.return()
      },
    })
    return new Response([204, 205, 304].includes(opened.status) ? null : stream, {
      status: opened.status,
      headers: opened.headers,
    })
  }
}
const reasonIn = (error: unknown): EgressReason =>
  // EgressFailure, as `open` documents.
  error instanceof Error && 'reason' in error ? (error.reason as EgressReason) : 'unreachable'

/** Seconds of a `Retry-After` header; dates and negative numbers are ignored. */
function retryAfterOf(headers: Headers | undefined): number | undefined {
  const value = Number(headers?.get('retry-after') ?? NaN)
  return value >= 0 ? value : undefined
}

/**
 * Calls an endpoint with OpenAI's client.
 *
 * @param max_bytes at which a response is cut off
 * @throws ModelError whatever goes wrong
 */
export async function* withClient<Result>(
  egress: Egress,
  endpoint: Endpoint,
  timings: ModelTimings,
  max_bytes: number,
  work: (client: OpenAI) => AsyncGenerator<Result, void>,
): AsyncGenerator<Result, void> {
  // Loaded with the first request: most installations have no model.
  const { APIError, OpenAI } = await import('openai')
  let cause: GuardError | undefined
  const client = new OpenAI({
    baseURL: endpoint.base_url,
    // The client requires one; without a key the header is removed.
    apiKey: endpoint.key || 'none',
    // The process environment isn't read.
    organization: null,
    project: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timings.total_ms,
    fetch: guardedFetch(egress, endpoint, timings, max_bytes, (error) => (cause ??= error)),
  })
  try {
    yield* work(client)
  } catch (error) {
    // The client reports a connection that was cut off as the end of the stream.
    if (cause) throw new ModelError(requestFailureOf(cause.reason), { cause })
    if (error instanceof ModelError) throw error
    if (error instanceof APIError && typeof error.status === 'number')
      throw new ModelError(failureOfStatus(error.status), { retry_after_s: retryAfterOf(error.headers) })
    throw new ModelError('unreadable', { cause: error })
  }
}
