import { imageBreakpoints, imageDensities, imageWidths } from '@ozvi/contract/pictures'

export const imageFormat = 'webp'

/**
 * The server's URL for a picture: ours by path, others by URL.
 *
 * @param width minimum width in device pixels; the next generated size is used
 */
export function imageUrl(src: string, width: number): string {
  const servedWidth = imageWidths.find((px) => px >= width) ?? imageWidths.at(-1)
  const path = src.startsWith('/') ? src.slice(1) : encodeURIComponent(src)
  return `/_image/w_${servedWidth},f_${imageFormat}/${path}`
}

/** `srcset` of a picture with a fixed width, for every density. */
export const imageDensitySet = (src: string, px: number) =>
  imageDensities.map((density) => `${imageUrl(src, px * density)} ${density}x`).join(', ')

/**
 * `srcset` of a picture with different widths.
 *
 * @param width of the file itself, the maximum
 */
export function imageWidthSet(src: string, width: number): string {
  const widths = Object.values(imageBreakpoints).flatMap((px) =>
    imageDensities.map((density) => px * density),
  )
  const offered = [...new Set(widths.map((px) => Math.min(px, width)))].sort((a, b) => a - b)
  return offered.map((px) => `${imageUrl(src, px)} ${px}w`).join(', ')
}
