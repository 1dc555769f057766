import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Problem, hour_ms } from '@ozvi/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

const csrfCookie = 'XSRF-TOKEN'
/** The client fetches a new token after 15 minutes; this is the hard limit. */
const maxAge_ms = 2 * hour_ms

/**
 * Double-submit tokens bound to the session: `time.random.mac`. A plain double submit can be bypassed by a
 * sibling host that sets both halves; these tokens are valid for one session only.
 */
export function createCsrf({
  key,
  origin,
  is_production,
  now,
}: {
  key: Buffer
  origin: string
  is_production: boolean
  now: () => number
}) {
  const seal = (payload: string, session: string) =>
    createHmac('sha256', key).update(`${payload}.${session}`).digest('base64url')

  /** @param session the session cookie's value, or the empty string for a guest */
  function issue(reply: FastifyReply, session: string): void {
    const payload = `${now().toString(36)}.${randomBytes(12).toString('base64url')}`
    reply.setCookie(csrfCookie, `${payload}.${seal(payload, session)}`, {
      path: '/',
      sameSite: 'lax',
      secure: origin.startsWith('https:'),
      maxAge: maxAge_ms / 1000,
      encode: encodeURIComponent,
    })
  }

  function isValid(token: unknown, session: string): boolean {
    if (typeof token !== 'string') return false
    const [time = '', random = '', mac = ''] = token.split('.')
    const age_ms = now() - Number.parseInt(time, 36)
    // A token from the future was also issued by us, before a clock was set back or by a node whose clock is
    // ahead.
    if (!(Math.abs(age_ms) <= maxAge_ms)) return false
    const expected = Buffer.from(seal(`${time}.${random}`, session))
    const provided = Buffer.from(mac)
    return provided.length === expected.length && timingSafeEqual(provided, expected)
  }

  /**
   * Header and cookie each hold a valid token, but they can differ: another tab may have received a new cookie just
   * before the request.
   *
   * @throws Problem `csrf_invalid` without valid tokens for this session
   * @throws Problem `forbidden` if the browser reports a cross-site request
   */
  function check(request: FastifyRequest, session: string): void {
    const tokens = [request.headers['x-xsrf-token'], request.cookies[csrfCookie]]
    if (!tokens.every((token) => isValid(token, session))) throw new Problem('csrf_invalid')
    const site = request.headers['sec-fetch-site']
    if (site !== undefined ? site !== 'same-origin' : !isOwnOrigin(request)) throw new Problem('forbidden')
  }

  /** Tools and tests send no Origin; a valid token is enough for them. */
  function isOwnOrigin(request: FastifyRequest): boolean {
    const from = request.headers.origin
    if (from === undefined || from === origin) return true
    return !is_production && URL.canParse(from) && new URL(from).host === request.headers.host
  }
  return { issue, check }
}
export type Csrf = ReturnType<typeof createCsrf>
