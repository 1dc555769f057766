import { backoff_ms } from '@ozvi/wire/backoff'
import { csrfToken, refreshCsrfToken } from '@ozvi/wire/csrf'

/** Servers of this protocol expect an authorization header; the cookie identifies the user. */
const marker = 'Bearer session'

/** A subscription that wasn't authorized. */
export class AuthorizationError extends Error {
  override name = 'AuthorizationError'
  readonly status: number
  constructor(url: string, status: number) {
    super(`${url} answered ${status}`)
    this.status = status
  }
}

/**
 * Asks the server to authorize a subscription. Doesn't use the API client: the response goes to the library
 * unchanged, a marker header is sent, and an error must never redirect.
 *
 * @throws AuthorizationError, which only the library receives
 */
async function authorize<T>(url: string, body: { socket_id: string; channel_name?: string }): Promise<T> {
  const requestAuth = async () =>
    fetch(url, {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: marker,
        'x-xsrf-token': await csrfToken(),
      },
      body: JSON.stringify(body),
    })
  let reply = await requestAuth()
  if (reply.status === 419) {
    // The session's key may have changed since the token was issued.
    await refreshCsrfToken()
    reply = await requestAuth()
  }
  if (!reply.ok) throw new AuthorizationError(url, reply.status)
  // The server validated the response against the contract.
  return (await reply.json()) as T
}

/** Whether the same request may succeed later: the network or the server failed, or there were too many requests. */
const isTemporary = (error: unknown) =>
  !(error instanceof AuthorizationError) || error.status >= 500 || error.status === 429

/** Resolves after the time, or when the network is back. */
const waitForRetry = (wait_ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, wait_ms)
    addEventListener('online', end)
  })

/**
 * Like `authorize`, repeated after temporary failures: the library asks once per connection, and without an answer the
 * channel would receive nothing until the next one.
 *
 * @param isCurrent whether the socket is still connected; otherwise its channels are authorized again anyway
 * @returns undefined if it isn't
 */
export async function authorizeWithRetries<T>(
  url: string,
  body: { socket_id: string; channel_name?: string },
  isCurrent: () => boolean,
): Promise<T | undefined> {
  for (let tries = 0; isCurrent(); tries++) {
    try {
      const reply = await authorize<T>(url, body)
      return isCurrent() ? reply : undefined
    } catch (error) {
      if (!isCurrent()) return undefined
      if (!isTemporary(error)) throw error
      await waitForRetry(backoff_ms(tries))
    }
  }
  return undefined
}
