import type { CurrentUser } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { logError } from './log.ts'
import { safeNext, withNext } from './next.ts'
import { readSession, type Session, signedOut } from './read-session.ts'

/** Where somebody goes who has just signed in: to their wish, but not before the address is confirmed. */
export function goOn(user: Pick<CurrentUser, 'email_verified_at'>, next: string | null) {
  const wish = safeNext(next, location.origin)
  location.assign(user.email_verified_at === null ? withNext('/verify-email', wish) : (wish ?? '/app'))
}

/**
 * Reads the session once for a public page; undefined until known, and for good when it cannot be read.
 *
 * @param has_session whether a session cookie came with the page: without one there is nothing to ask for.
 */
export function useSiteSession(has_session: boolean): Session | undefined {
  const [session, setSession] = useState<Session | undefined>(has_session ? undefined : signedOut)
  useEffect(() => {
    if (!has_session) return
    readSession().then(setSession, (error: unknown) => logError('The current user could not be read', error))
  }, [has_session])
  return session
}

/** Guests only: whoever is signed in goes to the app instead, or to confirm their address first. */
export function useGuestsOnly(has_session: boolean) {
  const session = useSiteSession(has_session)
  useEffect(() => {
    if (session?.is_unverified) location.replace('/verify-email')
    else if (session?.user) location.replace('/app')
  }, [session])
}
