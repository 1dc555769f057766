import { imageBreakpoints, imageDensities, imageWidths } from '@ozvi/contract/pictures'

export const imageFormat = 'webp'

/**
 * Where our server gives a picture: one of ours by its path, one of another site by its address.
 *
 * @param width that is needed at least, in device pixels: of those that the server makes the next one is chosen
 */
export function imageUrl(src: string, width: number): string {
  const made = imageWidths.find((px) => px >= width) ?? imageWidths.at(-1)
  const place = src.startsWith('/') ? src.slice(1) : encodeURIComponent(src)
  return `/_image/w_${made},f_${imageFormat}/${place}`
}

/** A picture that always stands in one width, for every density. */
export const imageDensitySet = (src: string, px: number) =>
  imageDensities.map((density) => `${imageUrl(src, px * density)} ${density}x`).join(', ')

/**
 * A picture that stands in different widths, for the browser to choose from.
 *
 * @param width of the file itself, which none exceeds.
 */
export function imageWidthSet(src: string, width: number): string {
  const wanted = Object.values(imageBreakpoints).flatMap((px) =>
    imageDensities.map((density) => px * density),
  )
  const offered = [...new Set(wanted.map((px) => Math.min(px, width)))].sort((a, b) => a - b)
  return offered.map((px) => `${imageUrl(src, px)} ${px}w`).join(', ')
}
