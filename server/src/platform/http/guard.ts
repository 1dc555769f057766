import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context/context.ts'

/**
 * Who can call a route. The steps run in the order fixed by the contract: 401 from `identify`, 419 from the
 * CSRF check, 409, 404 and 403 from `authorize`; only then is the body validated.
 */
export interface Guard<A, I = unknown> {
  /** As in the route list, such as `member:conversations.answer`. */
  name: string
  /**
   * `cookie`: state-changing calls need the CSRF token. `none`: a bearer token, a signature, or nothing to
   * protect.
   */
  credential: 'cookie' | 'none'
  /** @throws Problem `unauthenticated` */
  identify(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<I>
  /** Whether a request to a `cookie` route carries its own credential, so that no CSRF token is needed. */
  isBearer?(request: FastifyRequest): boolean
  /** The value that CSRF tokens are bound to; the empty string for guests. */
  csrfSession?(ctx: Context, request: FastifyRequest): string
  /** @throws Problem `email_unverified`, `not_found`, `forbidden` */
  authorize(ctx: Context, request: FastifyRequest, identity: I): Promise<A>
  /** Runs the call, once its input is valid, in a context of the actor; by default in the server's own. */
  run?<T>(ctx: Context, actor: A, exchange: Exchange, call: (ctx: Context) => Promise<T>): Promise<T>
}
export type Exchange = Pick<HttpContext, 'request' | 'reply'>

/** Gives a handler access to the reply's cookies and headers. */
export interface HttpContext {
  request: FastifyRequest
  reply: FastifyReply
  /** Issues a CSRF token for the session that this reply starts; the previous token is no longer valid. */
  issueCsrf(session: string): void
}
