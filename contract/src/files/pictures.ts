/** Widths of pictures, in CSS pixels. */
export const imageBreakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const
/** Supported device pixel ratios. */
export const imageDensities = [1, 2] as const
/** Widths of small pictures, in device pixels. */
const smallWidths = [48, 96, 192] as const

/** All widths that the server generates, in device pixels, ascending. */
export const imageWidths: readonly number[] = [
  ...new Set([
    ...smallWidths,
    ...Object.values(imageBreakpoints).flatMap((px) => imageDensities.map((density) => px * density)),
  ]),
].sort((a, b) => a - b)

/** The formats that the server generates. */
export const imageFormats = ['webp', 'jpeg', 'png'] as const
export type ImageFormat = (typeof imageFormats)[number]
