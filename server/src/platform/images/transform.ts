import { type ImageFormat, Problem } from '@ozvi/contract'
import type { Modifiers } from './modifiers.ts'
import { pictureKindOf } from './picture-kind.ts'
import { pictureQueue } from './queue.ts'

/** 6000 × 4000: more would take too much memory to unpack. */
const pixelsMax = 24_000_000
const withinSeconds = 20
/** As small as still looks the same. */
const qualities: Record<ImageFormat, number> = { webp: 80, jpeg: 80, png: 100 }

const inTurn = pictureQueue()

async function make(bytes: Buffer, { format, width }: Modifiers): Promise<Buffer> {
  // Only here: a server that is asked for no picture starts without the library.
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .toFormat(format, { quality: qualities[format] })
      .timeout({ seconds: withinSeconds })
      .toBuffer()
  } catch (error) {
    // The library says `pixel limit` for what is too large, and something else for every broken file.
    throw new Problem(/pixel limit/.test(String(error)) ? 'too_large' : 'unsupported_type')
  }
}

/**
 * The picture as an address asks for it; of one that moves, the first moment.
 *
 * @throws Problem `unsupported_type`: no picture of a kind known here, or a broken one · `too_large` · `unavailable`
 */
export async function transform(bytes: Buffer, modifiers: Modifiers): Promise<Buffer> {
  if (!pictureKindOf(bytes)) throw new Problem('unsupported_type')
  return inTurn(() => make(bytes, modifiers))
}
