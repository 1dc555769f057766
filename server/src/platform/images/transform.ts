import { type ImageFormat, Problem } from '@ozvi/contract'
import type { Modifiers } from './modifiers.ts'
import { pictureKindOf } from './picture-kind.ts'
import { pictureQueue } from './queue.ts'

/** 6000 × 4000: more would take too much memory to decode. */
const pixelsMax = 24_000_000
const withinSeconds = 20
/** The lowest quality without a visible difference. */
const qualities: Record<ImageFormat, number> = { webp: 80, jpeg: 80, png: 100 }

const inTurn = pictureQueue({ waiting_max: 20 })
/** Each network has a limit of its own. */
const everyone = ''

async function make(bytes: Buffer, { format, width }: Modifiers): Promise<Buffer> {
  // Loaded lazily: a server that never resizes a picture doesn't need the library.
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .toFormat(format, { quality: qualities[format] })
      .timeout({ seconds: withinSeconds })
      .toBuffer()
  } catch (error) {
    // The library's message contains `pixel limit` for pictures that are too large, and something else for
    // broken files.
    throw new Problem(/pixel limit/.test(String(error)) ? 'too_large' : 'unsupported_type')
  }
}

/**
 * Resizes a picture; of an animation, the first frame.
 *
 * @throws Problem `unsupported_type` for an unknown or broken picture · `too_large` · `unavailable`
 */
export async function transform(bytes: Buffer, modifiers: Modifiers): Promise<Buffer> {
  if (!pictureKindOf(bytes)) throw new Problem('unsupported_type')
  return inTurn(everyone, () => make(bytes, modifiers))
}
