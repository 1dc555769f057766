import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { returnTo, withNext } from '#platform/session/next.ts'
import { sessionQuery } from '#platform/session/session.tsx'

interface SessionGateProps {
  children: ReactNode
  /** Leaves the page for another document. */
  leave?: (path: string) => void
}
/** The app while there is a session. When a later read finds that it has ended, leads to sign-in and back here. */
export function SessionGate({ children, leave = (path) => location.assign(path) }: SessionGateProps) {
  const { data } = useQuery(sessionQuery)
  const isSignedOut = data !== undefined && !data.user
  useEffect(() => {
    if (isSignedOut) leave(withNext('/auth', returnTo(location)))
  }, [isSignedOut, leave])
  return isSignedOut ? null : children
}
