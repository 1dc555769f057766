import type { FastifyRequest } from 'fastify'

/** Whether a browser accepts an encoding; Brotli only over secure connections. */
export const takes = (request: FastifyRequest, encoding: 'br' | 'gzip'): boolean =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => part.split(';')[0]?.trim() === encoding)
