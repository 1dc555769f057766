import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { EgressFailure } from './failure.ts'

const decoders = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), // many servers cut the trailer
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
}
const isKnown = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name)

/** The offered encodings; a response in another one can't be read. */
export const accept_encoding = 'gzip, deflate, br'

async function* capped(source: AsyncIterable<Buffer>, max_bytes: number) {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > max_bytes) throw new EgressFailure('too_large')
    yield chunk
  }
}

/**
 * The decoded body in chunks, never more than `max_bytes` before or after decoding: a zip bomb stops at the
 * cap after one output chunk (16 KiB), and endless empty gzip members stop at the cap of the raw body.
 *
 * @throws EgressFailure `too_large` past the cap, `unreadable` for an unknown or broken encoding
 */
export async function* decodedBody(body: Readable, content_encoding: string, max_bytes: number) {
  const names = content_encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-gzip$/, 'gzip'))
    .filter((name) => name && name !== 'identity')
  if (names.length > 2 || !names.every(isKnown)) {
    body.destroy()
    throw new EgressFailure('unreadable')
  }
  if (!names.length) return yield* capped(body, max_bytes)

  const stages = names.reverse().map((name) => decoders[name]())
  const last = stages.at(-1)
  if (!last) return
  const wire = Readable.from(capped(body, max_bytes), { objectMode: false })
  pipeline([wire, ...stages], () => {}) // an error reaches the reader below through `last`
  try {
    yield* capped(last, max_bytes)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw /^(Z_|ERR_.*BROTLI|ERR__ERROR)/.test(code)
      ? new EgressFailure('unreadable', { cause: error })
      : error
  }
}
