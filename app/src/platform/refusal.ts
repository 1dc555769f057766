import type { CallOptions, Reply } from '@ozvi/wire'
import { recordError } from './error-list.ts'
import { logError } from './log.ts'
import { withNext } from './next.ts'

interface Surroundings {
  /** Leaves the page for another document. */
  leave: (path: string) => void
  /** Path and query of the page shown. */
  here: () => string
}

/**
 * What every refused call does besides being thrown to its caller: a lost session (401) or a stale CSRF
 * token (419) leads to sign-in and back here afterwards, an unverified address (409) to its verification.
 * Anything else is logged and kept in the error list. A call that `stays` shows its refusal itself.
 */
export function createRefusalEar({ leave, here }: Surroundings) {
  return (
    { status, body }: Reply,
    { method, url, options }: { method: string; url: string; options: CallOptions | undefined },
  ) => {
    if (status === 401 || status === 419) {
      if (!options?.stays) leave(withNext('/auth', here()))
      return
    }
    if (status === 409) {
      if (!options?.stays) leave(withNext('/verify-email', here()))
      return
    }
    // Only the server's error handler writes such bodies; a proxy's own page has neither field.
    const { message, errors } = (body ?? {}) as { message?: string; errors?: Record<string, string[]> }
    const request = `${method} ${url.split('?')[0]}`
    logError(`${request} answered ${status}`, body)
    recordError(request, status, message ?? `HTTP ${status}`, errors)
  }
}
