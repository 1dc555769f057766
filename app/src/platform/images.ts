/** Widths that pictures are offered in, in CSS pixels. */
export const imageBreakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const
/** Device pixels for one of those. */
export const imageDensities = [1, 2] as const
export const imageFormat = 'webp'

/** Where our server gives a picture in a width: one of ours by its path, one of another site by its address. */
export const imageUrl = (src: string, width: number) =>
  `/_image/w_${width},f_${imageFormat}/${src.startsWith('/') ? src.slice(1) : encodeURIComponent(src)}`

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
