import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { currentReturnTo, withReturnTo } from '#platform/session/return-to.ts'
import { sessionQuery } from '#platform/session/session.tsx'

interface SessionGateProps {
  children: ReactNode
  /** Shown until the session is known. */
  fallback?: ReactNode
  /** Navigates to another document. */
  leave?: (path: string) => void
}
/** Renders the app while there is a session. When it ends, redirects to sign-in, with a way back. */
export function SessionGate({
  children,
  fallback = null,
  leave = (path) => location.assign(path),
}: SessionGateProps) {
  const { data } = useQuery(sessionQuery)
  const isSignedOut = data !== undefined && !data.user
  useEffect(() => {
    if (isSignedOut) leave(withReturnTo('/auth', currentReturnTo(location)))
  }, [isSignedOut, leave])
  if (!data) return fallback
  return isSignedOut ? null : children
}
