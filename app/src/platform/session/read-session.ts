import { type CurrentUser, getUser } from '@ozvi/contract'
import { problemOf } from '@ozvi/wire'
import { send } from '../calls/api-client.ts'

/**
 * The current user. `is_unverified` without a user: the server reveals no more until the address is
 * confirmed.
 */
export interface Session {
  user: CurrentUser | null
  is_unverified: boolean
}
export const signedOut: Session = { user: null, is_unverified: false }

/**
 * Loads the current user, plain or nested under `data`. Never redirects: 401 means signed out, 409
 * unverified.
 *
 * @throws Problem for any other error
 */
export async function readSession(): Promise<Session> {
  const reply = await send(getUser.method, getUser.path, undefined)
  if (reply.status === 401) return signedOut
  if (reply.status >= 400 && reply.status !== 409) throw problemOf(reply)
  // The server validated the response against `CurrentUser`.
  const body = reply.body as { data?: CurrentUser } | CurrentUser | null
  const user = body && ('data' in body ? body.data : body)
  if (!user || !('id' in user)) return { user: null, is_unverified: reply.status === 409 }
  return { user, is_unverified: reply.status === 409 || user.email_verified_at === null }
}
