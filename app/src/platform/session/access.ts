import { redirect } from 'react-router'
import { returnTo, withNext } from './next.ts'

/** What is known of a request before any page of it is rendered. */
interface Asked {
  url: URL
  /** A session cookie came along. Whether it still holds, only the API knows: pages ask again. */
  has_session: boolean
}
/** Who may see a page, by the name in its `access`. Each throws a Response for those who may not. */
const guards: Record<'open' | 'guest' | 'member', (asked: Asked) => void> = {
  open() {},
  // A cookie that holds no more must not lock somebody out of signing in.
  guest() {},
  member({ url, has_session }) {
    if (!has_session) throw redirect(withNext('/auth', returnTo(url)))
  },
}

/** @throws Error for a name that no guard has: a fault of ours, never of who asks. */
export function checkAccess(name: string, asked: Asked) {
  const known = Object.entries(guards).find(([guard]) => guard === name)
  if (!known) throw new Error(`Unknown route middleware: ${name}`)
  known[1](asked)
}
