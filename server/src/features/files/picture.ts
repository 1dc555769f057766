import { type PictureKind, pictureKindOf } from '#platform/images/picture-kind.ts'
import { pictureQueue } from '#platform/images/queue.ts'
import { cleanGif } from './gif.ts'

/** Room for the largest photographs of phones; more would take too much memory to unpack. */
const pixelsMax = 40_000_000
const withinSeconds = 20

export interface Picture {
  bytes: Buffer
  width: number
  height: number
}

/** Frames of a picture that moves. */
const framesMax = 1_000
const inTurn = pictureQueue()

/** Why a picture is not taken: a code of the contract's refusals. */
type Refusal = 'file_broken' | `picture_frames:${number}`
const tooManyFrames: Refusal = `picture_frames:${framesMax}`

async function write(bytes: Buffer, content_type: string): Promise<Picture | Refusal> {
  // Only here: a server to which no picture is sent starts without the library.
  const { default: sharp } = await import('sharp')
  const options = { limitInputPixels: pixelsMax, failOn: 'error' } as const
  try {
    const isGif = content_type === 'image/gif'
    const clean = isGif ? cleanGif(bytes, framesMax) : bytes
    if (clean === 'too_many') return tooManyFrames
    if (!clean) return 'file_broken'
    const { width, height, pages = 1 } = await sharp(clean, options).metadata()
    if (pages > framesMax) return tooManyFrames
    if (isGif) return { bytes: clean, width, height }
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
    return 'file_broken' // damaged, or made to be too large
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

/**
 * Draws a picture again, upright: whatever else its file carried (where it was taken, by which device, another file
 * behind it) is gone. A GIF keeps its frames as they are, and nothing else.
 *
 * @returns why not, for one that is damaged or has too many frames
 * @throws Problem `unavailable`: too many pictures wait already
 */
export const redraw = (bytes: Buffer, content_type: string): Promise<Picture | Refusal> =>
  inTurn(() => write(bytes, content_type))

const pictures = new Set<PictureKind | undefined>(['png', 'jpeg', 'webp', 'gif'])
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
  if (!pictures.has(pictureKindOf(bytes))) return 'picture_kind'
  return (await inTurn(() => cut(bytes, px, fit))) ?? 'file_broken'
}
