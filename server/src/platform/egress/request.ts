import { accept_encoding } from './body.ts'
import { EgressFailure } from './failure.ts'
import { portOf, readUrl } from './target.ts'

export interface EgressOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** `follow` (default): at most 10, each checked; `manual`: a 3xx is an ordinary response. */
  redirect?: 'follow' | 'manual'
  /** Cap on the decoded body; 5 MB by default. */
  max_bytes?: number
  /** For larger bodies `fail` (default) throws `too_large`, and `truncate` returns the beginning. Only for `fetch`. */
  at_cap?: 'fail' | 'truncate'
  /** Accepted media types, such as `text/html` or `text/`; all by default. */
  accept_types?: readonly string[]
  /** From request to last byte, including redirects; 30 s by default. */
  timeout_ms?: number
  /** Until the response headers are complete; 15 s by default. */
  first_byte_timeout_ms?: number
  /** Between two chunks of the body; 10 s by default. */
  idle_timeout_ms?: number
  signal?: AbortSignal
}

export interface EgressRequest {
  url: URL
  method: NonNullable<EgressOptions['method']>
  body: EgressOptions['body']
  headers: Map<string, string>
}

/** Connection headers that callers can't set, since they could bypass the guard. */
const own_headers = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
])
/** Headers that are also sent to another origin. Any other may hold a secret, whatever its name. */
const harmless_headers = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'user-agent',
])

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value])

/** The caller's headers, without those of the connection. */
function requestHeaders(callerHeaders: Readonly<Record<string, string>>, user_agent: string) {
  const headers = new Map(lowerCase(callerHeaders).filter(([name]) => !own_headers.has(name)))
  if (!headers.has('user-agent')) headers.set('user-agent', user_agent)
  return headers.set('accept-encoding', accept_encoding)
}

const isSameOrigin = (a: URL, b: URL) =>
  a.hostname === b.hostname && portOf(a) === portOf(b) && a.protocol === b.protocol

/** @throws EgressFailure `bad_url` */
export function firstRequest(address: string, options: EgressOptions, user_agent: string): EgressRequest {
  const { method = 'GET', body, headers = {} } = options
  return { url: readUrlOrThrow(address), method, body, headers: requestHeaders(headers, user_agent) }
}

/**
 * The request that a redirect leads to. Another origin gets harmless headers only.
 *
 * @throws EgressFailure `bad_url`
 */
export function redirectedRequest(before: EgressRequest, status: number, location: string): EgressRequest {
  const url = readUrlOrThrow(URL.parse(location, before.url.href)?.href ?? '')
  const headers = isSameOrigin(url, before.url)
    ? before.headers
    : new Map([...before.headers].filter(([name]) => harmless_headers.has(name)))
  const becomesGet = status === 303 || (status < 303 && before.method === 'POST')
  if (!becomesGet) return { ...before, url, headers }
  return {
    url,
    method: before.method === 'HEAD' ? 'HEAD' : 'GET',
    body: undefined,
    headers: new Map([...headers].filter(([name]) => !name.startsWith('content-'))),
  }
}

function readUrlOrThrow(address: string): URL {
  const url = readUrl(address)
  if (!url) throw new EgressFailure('bad_url')
  return url
}
