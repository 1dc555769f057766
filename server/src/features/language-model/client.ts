import type { ModelFailure } from '@ozvi/contract'
import type { Egress, EgressReason } from '#platform/egress/index.ts'

export interface Endpoint {
  base_url: string
  chat_model: string
  /** Empty for servers without keys. */
  key: string
}
export interface ChatMessage {
  role: 'system' | 'user'
  content: string
}
/** Longest waits for the endpoint. */
export interface ModelTimings {
  first_byte_ms: number
  idle_ms: number
  total_ms: number
}
export const modelTimings: ModelTimings = { first_byte_ms: 15_000, idle_ms: 20_000, total_ms: 60_000 }

/** A response is cut off here: it can't be an answer of a few sentences. */
const response_bytes_max = 1_000_000
const reply_chars_max = 8_000

export class ModelError extends Error {
  override name = 'ModelError'
  failure: ModelFailure
  constructor(failure: ModelFailure, options?: ErrorOptions) {
    super(`language model: ${failure}`, options)
    this.failure = failure
  }
}

class GuardError extends Error {
  reason: EgressReason
  constructor(reason: EgressReason) {
    super(reason)
    this.reason = reason
  }
}
const failureOfReason = (reason: EgressReason): ModelFailure =>
  reason === 'timeout' || reason === 'aborted'
    ? 'timeout'
    : reason === 'blocked' || reason === 'bad_url'
      ? 'blocked'
      : reason === 'unreachable'
        ? 'unreachable'
        : 'unreadable'

const failureOfStatus = (status: number): ModelFailure =>
  status === 401 || status === 403
    ? 'key_rejected'
    : status === 404
      ? 'not_found'
      : status === 429
        ? 'rate_limited'
        : status >= 500
          ? 'server_error'
          : 'rejected'

/** Headers with details about this server, which the endpoint doesn't need. */
const isTelemetry = (name: string) => name.startsWith('x-stainless-')

/** `fetch` through the egress guard. Redirects aren't followed: the key is for this address only. */
function guardedFetch(
  egress: Egress,
  { key }: Endpoint,
  timings: ModelTimings,
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
      max_bytes: response_bytes_max,
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

/**
 * Streams the text of one chat completion with OpenAI's client.
 *
 * @throws ModelError whatever goes wrong; an incomplete reply is `unreadable`
 */
export async function* streamChat(
  egress: Egress,
  endpoint: Endpoint,
  messages: readonly ChatMessage[],
  tokens_max: number,
  timings: ModelTimings = modelTimings,
): AsyncGenerator<string, void> {
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
    fetch: guardedFetch(egress, endpoint, timings, (error) => (cause ??= error)),
  })
  try {
    const stream = await client.chat.completions.create({
      model: endpoint.chat_model,
      messages: [...messages],
      stream: true,
      temperature: 0,
      max_tokens: tokens_max,
    })
    let chars = 0
    let isFinished = false
    for await (const chunk of stream) {
      const [choice] = chunk.choices ?? []
      const text: unknown = choice?.delta?.content
      if (typeof text === 'string' && text !== '') {
        chars += text.length
        if (chars > reply_chars_max) throw new ModelError('unreadable')
        yield text
      }
      isFinished ||= Boolean(choice?.finish_reason)
    }
    // The client closes the connection after the last event.
    if (!isFinished) throw cause ?? new ModelError('unreadable')
  } catch (error) {
    if (error instanceof ModelError) throw error
    if (cause) throw new ModelError(failureOfReason(cause.reason), { cause })
    if (error instanceof APIError && typeof error.status === 'number')
      throw new ModelError(failureOfStatus(error.status))
    throw new ModelError('unreadable', { cause: error })
  }
}
