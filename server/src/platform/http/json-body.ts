import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { validationError } from './validation-error.ts'

/**
 * Parses JSON. An empty body is no body: many clients send the header with every POST and DELETE. Invalid UTF-8 is
 * rejected, because decoding would silently replace it.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(validationError('body', 'json_invalid'), undefined)
    return parse(request, body.toString(), done)
  })
}
