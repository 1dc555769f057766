import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context/context.ts'
import type { Csrf } from '#platform/http/csrf.ts'
import { describe } from '#platform/openapi/operations.ts'
import { sessionCookie } from './sessions.ts'

const operation = describe({
  path: '/api/csrf-token',
  operation_id: 'getCsrfToken',
  tag: 'auth',
  summary: 'Sets the cookie XSRF-TOKEN, whose value belongs in the header X-XSRF-TOKEN.',
  access: 'public',
  statuses: [204],
  problems: [],
})

/** `GET /api/csrf-token`: 204 and a new `XSRF-TOKEN` cookie for this session, or for a guest. */
export function csrfRoute(app: FastifyInstance, ctx: Context, csrf: Csrf): void {
  app.get(
    '/api/csrf-token',
    { config: { policy: 'public', operations: [operation] } },
    async (request, reply) => {
      csrf.issue(reply, sessionCookie(ctx.config, request))
      return reply.code(204).header('cache-control', 'no-store').send()
    },
  )
}
