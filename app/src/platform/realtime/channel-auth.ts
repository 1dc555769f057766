import { csrfToken, refreshCsrfToken } from '@ozvi/wire/csrf'

/** Servers of this protocol expect an authorization header to be there; the cookie is what proves the user. */
const marker = 'Bearer session'

/** A subscription that was not signed. */
export class AuthRefused extends Error {
  override name = 'AuthRefused'
  readonly status: number
  constructor(url: string, status: number) {
    super(`${url} answered ${status}`)
    this.status = status
  }
}

/**
 * Asks the server to sign a subscription. Besides the wire, since the reply goes to the realtime library
 * as it is, a marker header is sent along, and a refusal must never navigate.
 *
 * @throws AuthRefused; the library hears of it and the user does not.
 */
export async function authorise<T>(
  url: string,
  body: { socket_id: string; channel_name?: string },
): Promise<T> {
  const ask = async () =>
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
  let reply = await ask()
  if (reply.status === 419) {
    // The session's key may have changed since the token was issued.
    await refreshCsrfToken()
    reply = await ask()
  }
  if (!reply.ok) throw new AuthRefused(url, reply.status)
  // The server parsed the reply against the contract on its way out.
  return (await reply.json()) as T
}
