import type { FastifyRequest } from 'fastify'

/** Whether a browser takes a reply in an encoding; Brotli only where the connection is a safe one. */
export const takes = (request: FastifyRequest, encoding: 'br' | 'gzip'): boolean =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => part.split(';')[0]?.trim() === encoding)
