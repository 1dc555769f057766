import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { currentReturnTo, withReturnTo } from '#platform/session/return-to.ts'
import { sessionQuery } from '#platform/session/session.tsx'

interface SessionGateProps {
  children: ReactNode
  /** Navigates to another document. */
  leave?: (path: string) => void
}
/** Renders the app while there is a session. When it ends, redirects to sign-in, with a way back. */
export function SessionGate({ children, leave = (path) => location.assign(path) }: SessionGateProps) {
  const { data } = useQuery(sessionQuery)
  const isSignedOut = data !== undefined && !data.user
  useEffect(() => {
    if (isSignedOut) leave(withReturnTo('/auth', currentReturnTo(location)))
  }, [isSignedOut, leave])
  return isSignedOut ? null : children
}
