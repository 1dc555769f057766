import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context/context.ts'

/**
 * Who may call a route. The steps run in the order the reply contract fixes: 401 from `identify`, 419 from
 * the CSRF check, 409, 404 and 403 from `authorise`, and only then the body is looked at.
 */
export interface Guard<A, I = unknown> {
  /** As it stands in the route list, such as `member:conversations.answer`. */
  name: string
  /** `cookie`: state-changing calls carry the CSRF token. `none`: a bearer token, a signature, or nothing to protect. */
  credential: 'cookie' | 'none'
  /** @throws Problem `unauthenticated` */
  identify(ctx: Context, request: FastifyRequest): Promise<I>
  /** The value that CSRF tokens are bound to; the empty string for guests. */
  csrfSession?(ctx: Context, request: FastifyRequest): string
  /** @throws Problem `email_unverified`, `not_found`, `forbidden` */
  authorise(ctx: Context, request: FastifyRequest, identity: I): Promise<A>
}

/** Lets a handler touch the reply's cookies and headers, where a call is about them. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  /** A CSRF token for a session that this very reply starts; the old one fits it no more. */
  issueCsrf(session: string): void
}
