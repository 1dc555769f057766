/** Servers of this protocol expect an authorization header to be there; the cookie is what proves the user. */
const marker = 'Bearer session'

const token = () => decodeURIComponent(/(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '')
const refreshToken = () =>
  fetch('/api/csrf-token', { credentials: 'same-origin', headers: { accept: 'application/json' } })

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
  const ask = () =>
    fetch(url, {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: marker,
        'x-xsrf-token': token(),
      },
      body: JSON.stringify(body),
    })
  if (!token()) await refreshToken()
  let reply = await ask()
  if (reply.status === 419) {
    // A tab that slept longer than the token lives.
    await refreshToken()
    reply = await ask()
  }
  if (!reply.ok) throw new AuthRefused(url, reply.status)
  // The server parsed the reply against the contract on its way out.
  return (await reply.json()) as T
}
