import { isBlocked, type Locale, Problem } from '@ozvi/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#platform/context/context.ts'
import type { Guard } from '#platform/http/guard.ts'
import { hashToken } from '#platform/secrets/secrets.ts'
import { findVisitor } from './visitors/visitor-store.ts'

/** A browser on a customer's page, identified by its token. */
export interface VisitorActor {
  kind: 'visitor'
  integration_id: string
  /** Identifies the visitor to themselves: their channel, messages and conversations. */
  visitor_id: string
  /** The contact of this visitor; a different id after a merge. */
  contact_id: string
  name: string | null
  email: string | null
  locale: Locale
  is_test: boolean
  token_hash: Buffer
  blocked_at: string | null
  blocked_until: string | null
}

async function requestVisitor(ctx: Context, request: FastifyRequest): Promise<VisitorActor | undefined> {
  const token = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1]
  const visitor = token ? await findVisitor(ctx.db, hashToken(token)) : undefined
  return visitor && { kind: 'visitor', ...visitor }
}

/** A visitor's bearer token. No cookies, so no CSRF token is needed. */
export const visitor: Guard<VisitorActor, VisitorActor> = {
  name: 'visitor',
  credential: 'none',
  async identify(ctx, request) {
    const visitor = await requestVisitor(ctx, request)
    if (!visitor) throw new Problem('unauthenticated')
    return visitor
  },
  authorize: async (_ctx, _request, actor) => actor,
}
/** A visitor who can write: not blocked. */
export const writingVisitor: Guard<VisitorActor, VisitorActor> = {
  ...visitor,
  async authorize(ctx, _request, actor) {
    if (isBlocked(actor, ctx.now())) throw new Problem('blocked')
    return actor
  },
}
/** A visitor's token or none: the start of a visit. */
export const visitorOrNew: Guard<VisitorActor | undefined, VisitorActor | undefined> = {
  name: 'public',
  credential: 'none',
  identify: requestVisitor,
  authorize: async (_ctx, _request, actor) => actor,
}
