import type { CurrentUser } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { logError } from '../log.ts'
import { safeReturnTo, withReturnTo } from './return-to.ts'
import { readSession, type Session, signedOut } from './read-session.ts'
import { toastUserFetchError } from '../toast-user-fetch-error.ts'

/** Where to go after signing in: to the requested page, or first to the confirmation of the address. */
export function continueToApp(user: Pick<CurrentUser, 'email_verified_at'>, next: string | null) {
  const returnTo = safeReturnTo(next, location.origin)
  location.assign(
    user.email_verified_at === null ? withReturnTo('/verify-email', returnTo) : (returnTo ?? '/app'),
  )
}

/**
 * Loads the session when a public page starts. A failure is logged and shown as a toast.
 *
 * @throws the failure
 */
export async function readSiteSession(): Promise<Session> {
  try {
    return await readSession()
  } catch (error) {
    logError('Failed to read the current user', error)
    void toastUserFetchError(error)
    throw error
  }
}

interface SiteSession {
  /** Undefined while loading. */
  session?: Session
  error?: unknown
}
/**
 * Loads the session once for a public page.
 *
 * @param has_session whether the request had a session cookie; without one nothing is loaded
 */
export function useSiteSession(has_session: boolean): SiteSession {
  const [state, setState] = useState<SiteSession>(has_session ? {} : { session: signedOut })
  useEffect(() => {
    if (!has_session) return
    readSiteSession().then(
      (session) => setState({ session }),
      (error: unknown) => setState({ error }),
    )
  }, [has_session])
  return state
}

/** For guests only: signed-in users go to the app, or first to the confirmation of their address. */
export function useGuestsOnly(has_session: boolean) {
  const { session } = useSiteSession(has_session)
  useEffect(() => {
    if (session?.is_unverified) location.replace('/verify-email')
    else if (session?.user) location.replace('/app')
  }, [session])
}
