import { type PictureKind, pictureKindOf } from '#platform/images/picture-kind.ts'
import { pictureQueue } from '#platform/images/queue.ts'
import { cleanGif } from './gif.ts'

/** Enough for most photos of phones; more would take too much memory to decode. */
const megapixelsMax = 40
const pixelsMax = megapixelsMax * 1_000_000
const withinSeconds = 20

export interface Picture {
  bytes: Buffer
  width: number
  height: number
}

/** Maximum frames of an animation. */
const framesMax = 1_000
const inTurn = pictureQueue()

/** Why a picture is rejected: a code of the contract's messages. */
type ImageError = 'file_broken' | `picture_pixels:${number}` | `picture_frames:${number}`
const tooManyFrames: ImageError = `picture_frames:${framesMax}`
/** From the library's error: its message contains `pixel limit` for pictures that are too large. */
const imageErrorOf = (error: unknown): ImageError =>
  /pixel limit/.test(String(error)) ? `picture_pixels:${megapixelsMax}` : 'file_broken'

async function write(bytes: Buffer, content_type: string): Promise<Picture | ImageError> {
  // Loaded lazily: a server without picture uploads doesn't need the library.
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
    const image = sharp(bytes, { ...options, animated: content_type === 'image/webp' }).autoOrient()
    const { data, info } = await (
      content_type === 'image/png'
        ? image.png()
        : content_type === 'image/webp'
          ? image.webp({ quality: 90 })
          : image.jpeg({ quality: 90 })
    )
      .timeout({ seconds: withinSeconds })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
  } catch (error) {
    return imageErrorOf(error)
  }
}

/** `middle` crops the picture; `whole` keeps it and adds no border. */
export type SquareFit = 'middle' | 'whole'
async function cut(bytes: Buffer, px: number, fit: SquareFit): Promise<Buffer | ImageError> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' }).autoOrient()
    const { width, height } = await picture.metadata()
    // Small pictures aren't enlarged.
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
  } catch (error) {
    return imageErrorOf(error)
  }
}

async function shrink(bytes: Buffer, px: number): Promise<Picture | ImageError> {
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
      .autoOrient()
      .resize(px, px, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .timeout({ seconds: withinSeconds })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    return imageErrorOf(error)
  }
}

/**
 * Re-encodes a picture, upright: all other content of the file (location, device, appended files) is dropped.
 * A GIF keeps its frames.
 *
 * @returns the reason if it is damaged, or has too many pixels or frames
 * @throws Problem `unavailable` if too many pictures are waiting
 */
export const redraw = (bytes: Buffer, content_type: string): Promise<Picture | ImageError> =>
  inTurn(() => write(bytes, content_type))

const pictures = new Set<PictureKind | undefined>(['png', 'jpeg', 'webp', 'gif'])
/**
 * Re-encodes an avatar or logo: upright, the first frame of an animation.
 *
 * @returns a square of `px` pixels in WebP, smaller if a `whole` picture is; the reason if it isn't a picture,
 * is damaged or has too many pixels
 */
export async function drawSquare(
  bytes: Buffer,
  px: number,
  fit: SquareFit,
): Promise<Buffer | 'picture_kind' | ImageError> {
  if (!pictures.has(pictureKindOf(bytes))) return 'picture_kind'
  return inTurn(() => cut(bytes, px, fit))
}

/**
 * Re-encodes a picture for customers: upright, the first frame of an animation.
 *
 * @returns WebP of at most `px` pixels in width and height; the reason if it isn't a
 * picture, is damaged or has too many pixels
 */
export async function drawInside(bytes: Buffer, px: number): Promise<Picture | 'picture_kind' | ImageError> {
  if (!pictures.has(pictureKindOf(bytes))) return 'picture_kind'
  return inTurn(() => shrink(bytes, px))
}
