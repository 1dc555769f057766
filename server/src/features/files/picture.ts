import { type PictureKind, pictureKindOf } from '#platform/images/picture-kind.ts'
import { pictureQueue } from '#platform/images/queue.ts'
import { cleanGif } from './gif.ts'

/** Enough for most phone photos; more would take too much memory to decode. */
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
/** Pictures of 10 MB each wait in memory. A message has up to ten. */
const inTurn = pictureQueue({ waiting_max: 30, waiting_each_max: 10 })

/** Why a picture is rejected: a code of the contract's messages. */
type ImageError =
  | 'file_broken'
  | `picture_pixels:${number}`
  | `picture_frames:${number}`
  | `picture_total_pixels:${number}`
const tooManyFrames: ImageError = `picture_frames:${framesMax}`
/** The library counts the pixels of all frames that it decodes. */
const decoding = { limitInputPixels: pixelsMax, failOn: 'error' } as const

/** Size of one frame, from the header. @throws if the picture is damaged */
async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number; frames: number }> {
  const { default: sharp } = await import('sharp')
  const { width, height, pages = 1 } = await sharp(bytes, { ...decoding, limitInputPixels: false }).metadata()
  return { width, height, frames: pages }
}
const pixelError = ({ width, height }: { width: number; height: number }): ImageError | undefined =>
  width * height > pixelsMax ? `picture_pixels:${megapixelsMax}` : undefined

async function write(bytes: Buffer, content_type: string): Promise<Picture | ImageError> {
  // Loaded lazily: a server without picture uploads doesn't need the library.
  const { default: sharp } = await import('sharp')
  try {
    const isGif = content_type === 'image/gif'
    const clean = isGif ? cleanGif(bytes, framesMax) : bytes
    if (clean === 'too_many') return tooManyFrames
    if (!clean) return 'file_broken'
    const size = await sizeOf(clean)
    if (size.frames > framesMax) return tooManyFrames
    const tooLarge = pixelError(size)
    if (tooLarge) return tooLarge
    if (isGif) return { bytes: clean, width: size.width, height: size.height }
    const isWebp = content_type === 'image/webp'
    if (isWebp && size.width * size.height * size.frames > pixelsMax)
      return `picture_total_pixels:${megapixelsMax}`
    const image = sharp(bytes, { ...decoding, animated: isWebp }).autoOrient()
    const encoded = () => {
      if (content_type === 'image/png') return image.png()
      return isWebp ? image.webp({ quality: 90 }) : image.jpeg({ quality: 90 })
    }
    const { data, info } = await encoded()
      .timeout({ seconds: withinSeconds })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
  } catch {
    return 'file_broken'
  }
}

/** `middle` crops the picture; `whole` keeps it and adds no border. */
export type SquareFit = 'middle' | 'whole'
async function cut(bytes: Buffer, px: number, fit: SquareFit): Promise<Buffer | ImageError> {
  const { default: sharp } = await import('sharp')
  try {
    const size = await sizeOf(bytes)
    const tooLarge = pixelError(size)
    if (tooLarge) return tooLarge
    // Small pictures aren't enlarged.
    const side = fit === 'whole' ? Math.min(px, Math.max(size.width, size.height)) : px
    return await sharp(bytes, decoding)
      .autoOrient()
      .resize(side, side, {
        fit: fit === 'whole' ? 'contain' : 'cover',
        position: 'centre',
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .webp({ quality: 86 })
      .timeout({ seconds: withinSeconds })
      .toBuffer()
  } catch {
    return 'file_broken'
  }
}

async function shrink(bytes: Buffer, px: number): Promise<Picture | ImageError> {
  const { default: sharp } = await import('sharp')
  try {
    const tooLarge = pixelError(await sizeOf(bytes))
    if (tooLarge) return tooLarge
    const { data, info } = await sharp(bytes, decoding)
      .autoOrient()
      .resize(px, px, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .timeout({ seconds: withinSeconds })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return 'file_broken'
  }
}

/**
 * Re-encodes a picture, upright: all other content of the file (location, device, appended files) is dropped.
 * A GIF keeps its frames.
 *
 * @param caller whose pictures wait for each other, so that one caller doesn't delay all others
 * @returns the reason if it is damaged, or has too many pixels or frames
 * @throws Problem `unavailable` if too many pictures are waiting
 */
export const redraw = (bytes: Buffer, content_type: string, caller: string): Promise<Picture | ImageError> =>
  inTurn(caller, () => write(bytes, content_type))

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
  caller: string,
): Promise<Buffer | 'picture_kind' | ImageError> {
  if (!pictures.has(pictureKindOf(bytes))) return 'picture_kind'
  return inTurn(caller, () => cut(bytes, px, fit))
}

/**
 * Re-encodes a picture for customers: upright, the first frame of an animation.
 *
 * @returns WebP of at most `px` pixels in width and height; the reason if it isn't a
 * picture, is damaged or has too many pixels
 */
export async function drawInside(
  bytes: Buffer,
  px: number,
  caller: string,
): Promise<Picture | 'picture_kind' | ImageError> {
  if (!pictures.has(pictureKindOf(bytes))) return 'picture_kind'
  return inTurn(caller, () => shrink(bytes, px))
}
