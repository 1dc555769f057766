import { OzviConnectionError, OzviError } from './errors.ts'
import { type OperationName, operations } from './operations.ts'

export interface ClientOptions {
  /** The origin of the server, such as `https://chat.example.com`. */
  url: string
  /** An API key of the workspace. */
  key: string
  /** The workspace's public key or id. */
  workspace: string
  /** Language of error messages. */
  locale?: 'en' | 'sk'
  /** How often a failed request is repeated; 3 by default. */
  retries_max?: number
  /** How long a response may take; 30 seconds by default. */
  timeout_ms?: number
  fetch?: typeof globalThis.fetch
}
export interface CallOptions {
  /** Sent as `Idempotency-Key`; a random one by default. */
  idempotency_key?: string
  signal?: AbortSignal
}

type Input = Record<string, unknown>
const firstPause_ms = 500
const pauseMax_ms = 60_000

/** Splits a flat input into the URL and the other fields. */
function addressOf(name: OperationName, input: Input, { url, workspace }: ClientOptions) {
  const rest: Input = { ...input }
  const path = operations[name].path.replace(/:(\w+)/g, (_, parameter: string) => {
    const value = parameter === 'integration_id' ? workspace : rest[parameter]
    delete rest[parameter]
    if (value === undefined || value === '') throw new TypeError(`${name}: ${parameter} is missing`)
    return encodeURIComponent(String(value))
  })
  return { address: new URL(path, url), rest }
}

/** A file is sent last: the server reads the fields first. */
function formOf({ file, ...fields }: Input): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', file as Blob) // typed so in every upload
  return form
}

function requestOf(name: OperationName, input: Input, options: ClientOptions, call: CallOptions) {
  const { method, is_upload } = operations[name]
  const { address, rest } = addressOf(name, input, options)
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${options.key}`,
    'accept-language': options.locale ?? 'en',
  }
  if (method === 'GET') {
    for (const [field, value] of Object.entries(rest))
      if (value !== undefined && value !== null) address.searchParams.set(field, String(value))
    return { address, init: { method, headers } }
  }
  if (is_upload) return { address, init: { method, headers, body: formOf(rest) } }
  if (method === 'POST') headers['idempotency-key'] = call.idempotency_key ?? crypto.randomUUID()
  if (method === 'DELETE' && Object.keys(rest).length === 0) return { address, init: { method, headers } }
  headers['content-type'] = 'application/json'
  return { address, init: { method, headers, body: JSON.stringify(rest) } }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return null // A proxy's page; the status is enough.
  }
}

function waitFor(pause_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, pause_ms)
    signal?.addEventListener('abort', onAbort)
  })
}

/** @returns null if the error shouldn't be retried */
function pauseAfter(error: unknown, attempt: number): number | null {
  if (error instanceof OzviError) {
    if (error.status !== 429 && error.status < 500) return null
    if (error.retry_after_s !== undefined) return error.retry_after_s * 1000
  } else if (!(error instanceof OzviConnectionError)) return null
  return firstPause_ms * 2 ** attempt * (0.5 + Math.random() / 2)
}

/** Sends a request once. */
async function send(address: URL, init: RequestInit, options: ClientOptions, { signal }: CallOptions) {
  const timeout = AbortSignal.timeout(options.timeout_ms ?? 30_000)
  let response: Response
  let body: unknown
  try {
    response = await (options.fetch ?? fetch)(address, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    body = await bodyOf(response)
  } catch (cause) {
    signal?.throwIfAborted()
    throw new OzviConnectionError(`${address.origin} couldn't be reached`, { cause })
  }
  if (response.ok) return body
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new OzviError(response.status, {
    ...(Number.isFinite(retryAfter) ? { retry_after_s: retryAfter } : {}),
    ...(body as object | null),
  })
}

/**
 * Makes a call. 429, 5xx and broken connections are retried: every request can be repeated safely, because it reads,
 * names its own id, or has an idempotency key. The pause is the server's `Retry-After`, or grows from half a second.
 *
 * @throws OzviError, OzviConnectionError, and the signal's reason if it is aborted
 */
export async function request(
  name: OperationName,
  input: Input,
  options: ClientOptions,
  call: CallOptions = {},
): Promise<unknown> {
  const { address, init } = requestOf(name, input, options, call)
  for (let attempt = 0; ; attempt++) {
    try {
      // Every success has this shape.
      return ((await send(address, init, options, call)) as { data: unknown }).data
    } catch (error) {
      const pause_ms = attempt < (options.retries_max ?? 3) ? pauseAfter(error, attempt) : null
      if (pause_ms === null || pause_ms > pauseMax_ms) throw error
      await waitFor(pause_ms, call.signal)
    }
  }
}
