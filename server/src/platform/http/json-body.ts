import type { FastifyInstance } from 'fastify'

/** Parses JSON. An empty body is no body: many clients send the header with every POST and DELETE. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}
