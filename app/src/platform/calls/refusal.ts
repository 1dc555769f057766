import { getUser, problems } from '@ozvi/contract'
import { type CallOptions, refusal, type Reply, type Transport } from '@ozvi/wire'
import { recordError } from './error-list.ts'
import { logError } from '../log.ts'
import { withNext } from '../session/next.ts'

/** Whether a call was refused until the user confirms who they are. */
const needsConfirmation = (reply: Reply) =>
  reply.status === problems.confirm_identity && refusal(reply).code === 'confirm_identity'

/** @param confirm asks the user; a call that needed it is then sent again, unless it answers false */
export const withConfirmation =
  (send: Transport['send'], confirm: () => Promise<boolean>): Transport['send'] =>
  async (...request) => {
    const reply = await send(...request)
    return needsConfirmation(reply) && (await confirm()) ? send(...request) : reply
  }

interface Surroundings {
  /** Leaves the page for another document. */
  leave: (path: string) => void
  /** Where to return after sign-in or verification; null for nowhere. */
  returnTo: () => string | null
}

/**
 * Handles every refused call before its caller does: 401 and 419 lead to sign-in and 409 to the verification of
 * the address, both back here afterwards. The call that reads the user leads nowhere. All but 401, 419 and the request
 * for a confirmation, which opens a dialog, are logged and kept in the error list.
 */
export function createRefusalHandler({ leave, returnTo }: Surroundings) {
  return (
    { status, body }: Reply,
    { method, url, options }: { method: string; url: string; options: CallOptions | undefined },
  ) => {
    const isUserFetch = method === getUser.method && url === getUser.path
    if (status === 401 || status === 419) {
      if (!isUserFetch) leave(withNext('/auth', returnTo()))
      return
    }
    if (status === 409) {
      // Read as the state of the session, not thrown.
      if (isUserFetch) return
      if (options?.verifyRedirect !== false) leave(withNext('/verify-email', returnTo()))
    }
    if (needsConfirmation({ status, body })) return
    // Only the server's error handler writes such bodies; a proxy's own page has neither field.
    const { message, errors } = (body ?? {}) as { message?: string; errors?: Record<string, string[]> }
    const request = `${method} ${url.split('?')[0]}`
    logError(`${request} answered ${status}`, body)
    recordError(request, status, message ?? `HTTP ${status}`, errors)
  }
}
