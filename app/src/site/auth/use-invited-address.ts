import { showInvitation } from '@ozvi/contract'
import { type RefObject, useEffect, useRef } from 'react'
import { safeReturnTo } from '#platform/session/return-to.ts'
import { call } from '#platform/calls/api-client.ts'

/** The token of the invitation that led here and is returned to. Browser only. */
export function invitationTokenOf(next: string | null): string | null {
  const path = safeReturnTo(next, location.origin)
  if (!path) return null
  const { pathname, searchParams } = new URL(path, location.origin)
  return pathname.endsWith('/invitation') ? searchParams.get('token') : null
}

/**
 * Fills an email field with the invited address after an invitation, unless the user has typed another one. The
 * address is loaded with a request, because in our URL it would end up in histories and logs.
 */
export function useInvitedAddress(next: string | null): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const token = invitationTokenOf(next)
    if (!token) return
    call(showInvitation, { token }).then(
      ({ email }) => {
        if (field.current?.value === '') field.current.value = email
      },
      () => {}, // the page of the invitation shows the error
    )
  }, [next])
  return field
}
