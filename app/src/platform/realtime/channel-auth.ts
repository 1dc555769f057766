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
export async function authorize<T>(
  url: string,
  body: { socket_id: string; channel_name?: string },
): Promise<T> {
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
