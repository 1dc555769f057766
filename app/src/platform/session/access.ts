import { redirect } from 'react-router'
import { currentReturnTo, withReturnTo } from './return-to.ts'

/** The parts of a request that decide access, before any page is rendered. */
interface AccessRequest {
  url: URL
  /** The request has a session cookie. Only the API knows whether it is valid: pages check again. */
  has_session: boolean
}
/** Access guards by the name in a page's `access`. Each throws a Response if access is denied. */
const guards: Record<'open' | 'guest' | 'member', (request: AccessRequest) => void> = {
  open() {},
  // An expired cookie must not keep anyone from signing in.
  guest() {},
  member({ url, has_session }) {
    if (!has_session) throw redirect(withReturnTo('/auth', currentReturnTo(url)))
  },
}

/** @throws Error for an unknown guard name, which is a bug */
export function checkAccess(name: string, request: AccessRequest) {
  const guardEntry = Object.entries(guards).find(([guard]) => guard === name)
  if (!guardEntry) throw new Error(`Unknown route middleware: ${name}`)
  guardEntry[1](request)
}
