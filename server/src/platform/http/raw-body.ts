import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Leaves the bodies of a scope unparsed, whatever their content type. A larger body is rejected. */
export function acceptRawBodies(scope: FastifyInstance, bytes_max: number): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bytes_max }, (_request, body, done) =>
    done(null, body),
  )
}

/** The body of a request in such a scope; empty if it has none. */
export const rawBodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)
