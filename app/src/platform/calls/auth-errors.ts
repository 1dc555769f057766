import { getUser, problems } from '@ozvi/contract'
import { type CallOptions, problemOf, type Reply, type Transport } from '@ozvi/wire'
import { recordError } from './error-list.ts'
import { logError } from '../log.ts'
import { withReturnTo } from '../session/return-to.ts'

/** Whether a call was rejected until the user confirms their identity. */
const needsConfirmation = (reply: Reply) =>
  reply.status === problems.confirm_identity && problemOf(reply).code === 'confirm_identity'

/** @param confirm asks the user; the call is repeated unless it returns false */
export const withConfirmation =
  (send: Transport['send'], confirm: () => Promise<boolean>): Transport['send'] =>
  async (...request) => {
    const reply = await send(...request)
    return needsConfirmation(reply) && (await confirm()) ? send(...request) : reply
  }

interface Environment {
  /** Navigates to another document. */
  leave: (path: string) => void
  /** Where to return after sign-in or verification; null for nowhere. */
  returnTo: () => string | null
}

/**
 * Handles every rejected call before its caller does: 401 and 419 redirect to sign-in and 409 to email
 * verification, both with a way back. The call that loads the user doesn't redirect. All except 401, 419 and
 * identity confirmation are logged and recorded in the error list.
 */
export function createApiErrorHandler({ leave, returnTo }: Environment) {
  return (
    reply: Reply,
    { method, url, options }: { method: string; url: string; options: CallOptions | undefined },
  ) => {
    const { status, body } = reply
    const isUserFetch = method === getUser.method && url === getUser.path
    if (status === 401 || status === 419) {
      if (!isUserFetch) leave(withReturnTo('/auth', returnTo()))
      return
    }
    if (status === 409) {
      // Handled as the state of the session, not as an error.
      if (isUserFetch) return
      if (options?.verifyRedirect !== false) leave(withReturnTo('/verify-email', returnTo()))
    }
    if (needsConfirmation(reply)) return
    const request = `${method} ${url.split('?')[0]}`
    logError(`${request} answered ${status}`, body)
    recordError(request, status, problemOf(reply))
  }
}
