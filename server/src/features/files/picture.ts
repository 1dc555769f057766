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

/**
 * A picture drawn anew, upright: whatever else its file carried (where it was taken, by which device, another
 * file behind it) is gone. A GIF has none of the first and keeps its bytes, which move.
 *
 * @returns nothing for one that cannot be drawn
 */
export function redraw(bytes: Buffer, content_type: string): Promise<Picture | undefined> {
  const drawn = last.then(() => write(bytes, content_type))
  last = drawn
  return drawn
}
