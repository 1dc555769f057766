import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

/** Whether a browser accepts an encoding; Brotli only over secure connections. */
export const takes = (request: FastifyRequest, encoding: 'br' | 'gzip'): boolean =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => part.split(';')[0]?.trim() === encoding)

const brotli = promisify(brotliCompress)

/** Compresses HTML. Quality 9 takes over 30 times as long as 6, for 1% fewer bytes. */
export const compressPage = (html: Buffer): Promise<Buffer> =>
  brotli(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
  })
