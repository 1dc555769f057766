import { Problem } from '@ozvi/contract'
import type { ImageFormat, Modifiers } from './modifiers.ts'

/** 6000 × 4000: more would take too much memory to unpack. */
const pixelsMax = 24_000_000
const withinSeconds = 20
/** As small as still looks the same. */
const qualities: Record<ImageFormat, number> = { webp: 80, avif: 55, jpeg: 80, png: 100 }

/** What a file is by its first bytes; its name and its sender may say anything. */
function isPicture(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString('latin1')
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    start.startsWith('GIF8') ||
    /^RIFF....WEBP/s.test(start) ||
    /^....ftypavi[fs]/s.test(start)
  )
}

/** One at a time: a picture takes every core and much memory, and most are asked for once. */
let last: Promise<unknown> = Promise.resolve()

async function make(bytes: Buffer, { format, width, height, quality, fit }: Modifiers): Promise<Buffer> {
  // Only here: a server that is asked for no picture starts without the library.
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
      .autoOrient()
      .resize({ ...(width ? { width } : {}), ...(height ? { height } : {}), fit, withoutEnlargement: true })
      .toFormat(format, { quality: quality ?? qualities[format] })
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
 * @throws Problem `unsupported_type`: no picture of a kind known here, or a broken one · `too_large`
 */
export async function transform(bytes: Buffer, modifiers: Modifiers): Promise<Buffer> {
  if (!isPicture(bytes)) throw new Problem('unsupported_type')
  const made = last.then(() => make(bytes, modifiers))
  last = made.catch(() => undefined)
  return made
}
