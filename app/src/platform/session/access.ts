import { redirect } from 'react-router'
import { returnTo, withNext } from './next.ts'

/** The parts of a request that decide access, before any page is rendered. */
interface Asked {
  url: URL
  /** The request has a session cookie. Only the API knows whether it is valid: pages check again. */
  has_session: boolean
}
/** Access guards by the name in a page's `access`. Each throws a Response if access is denied. */
const guards: Record<'open' | 'guest' | 'member', (asked: Asked) => void> = {
  open() {},
  // An expired cookie must not keep anyone from signing in.
  guest() {},
  member({ url, has_session }) {
    if (!has_session) throw redirect(withNext('/auth', returnTo(url)))
  },
}

/** @throws Error for an unknown guard name, which is a bug */
export function checkAccess(name: string, asked: Asked) {
  const known = Object.entries(guards).find(([guard]) => guard === name)
  if (!known) throw new Error(`Unknown route middleware: ${name}`)
  known[1](asked)
}
