import { fileTypeFromBuffer } from 'file-type'

/** Room for the largest photographs of phones; more would take too much memory to unpack. */
const pixelsMax = 40_000_000
const withinSeconds = 20

export interface Picture {
  bytes: Buffer
  width: number
  height: number
}

/** One at a time: a picture takes every core and much memory. */
let last: Promise<unknown> = Promise.resolve()

async function write(bytes: Buffer, content_type: string): Promise<Picture | undefined> {
  // Only here: a server to which no picture is sent starts without the library.
  const { default: sharp } = await import('sharp')
  const options = { limitInputPixels: pixelsMax, failOn: 'error' } as const
  try {
    if (content_type === 'image/gif') {
      const { width, height } = await sharp(bytes, options).metadata()
      return { bytes, width, height }
    }
    const drawn = sharp(bytes, { ...options, animated: content_type === 'image/webp' }).autoOrient()
    const { data, info } = await (
      content_type === 'image/png'
        ? drawn.png()
        : content_type === 'image/webp'
          ? drawn.webp({ quality: 90 })
          : drawn.jpeg({ quality: 90 })
    )
      .timeout({ seconds: withinSeconds })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
  } catch {
    return undefined // damaged, or made to be too large
  }
}

/** `middle` is cut out of the picture; `whole` leaves it and puts nothing around it. */
export type SquareFit = 'middle' | 'whole'
async function cut(bytes: Buffer, px: number, fit: SquareFit): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' }).autoOrient()
    const { width, height } = await picture.metadata()
    // A small one is not blown up.
    const side = fit === 'whole' ? Math.min(px, Math.max(width, height)) : px
    return await picture
      .resize(side, side, {
        fit: fit === 'whole' ? 'contain' : 'cover',
        position: 'centre',
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .webp({ quality: 86 })
      .timeout({ seconds: withinSeconds })
      .toBuffer()
  } catch {
    return undefined
  }
}
const inTurn = <T>(draw: () => Promise<T>): Promise<T> => {
  const drawn = last.then(draw)
  last = drawn
  return drawn
}

/**
 * A picture drawn anew, upright: whatever else its file carried (where it was taken, by which device, another
 * file behind it) is gone. A GIF has none of the first and keeps its bytes, which move.
 *
 * @returns nothing for one that cannot be drawn
 */
export const redraw = (bytes: Buffer, content_type: string): Promise<Picture | undefined> =>
  inTurn(() => write(bytes, content_type))

const pictures = new Set(['png', 'apng', 'jpg', 'webp', 'gif'])
/**
 * What somebody chose as a picture of themselves or of their workspace, drawn anew: upright, and what moved stands
 * still.
 *
 * @returns a square of `px` pixels in WebP, of fewer where a `whole` picture has fewer; why not, where it is no picture or a damaged one
 */
export async function drawSquare(
  bytes: Buffer,
  px: number,
  fit: SquareFit,
): Promise<Buffer | 'picture_kind' | 'file_broken'> {
  const found = await fileTypeFromBuffer(bytes)
  if (!found || !pictures.has(found.ext)) return 'picture_kind'
  return (await inTurn(() => cut(bytes, px, fit))) ?? 'file_broken'
}
