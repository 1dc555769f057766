import { Problem } from '@ozvi/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#platform/context/context.ts'
import type { Guard } from '#platform/http/guard.ts'
import { findSession, type Session, sessionCookie } from './sessions.ts'

async function assertSession(ctx: Context, request: FastifyRequest): Promise<Session> {
  const session = await findSession(ctx, request)
  if (!session) throw new Problem('unauthenticated')
  return session
}
/** @throws Problem `email_unverified` */
export function assertVerified(session: Session): Session {
  if (!session.user.email_verified_at) throw new Problem('email_unverified')
  return session
}

const csrfSession = (ctx: Context, request: FastifyRequest) => sessionCookie(ctx.config, request)

/** Anyone, signed in or not. State-changing calls still need the CSRF token. */
export const anyone: Guard<Session | undefined, Session | undefined> = {
  name: 'public',
  credential: 'cookie',
  csrfSession,
  identify: findSession,
  authorize: async (_ctx, _request, session) => session,
}
/** A session; the address may be unverified. */
export const signedIn: Guard<Session, Session> = {
  name: 'signed-in',
  credential: 'cookie',
  csrfSession,
  identify: assertSession,
  authorize: async (_ctx, _request, session) => session,
}
/** A session of a user with a verified address. */
export const verified: Guard<Session, Session> = {
  name: 'verified',
  credential: 'cookie',
  csrfSession,
  identify: assertSession,
  authorize: async (_ctx, _request, session) => assertVerified(session),
}
