import { imageDensitySet, imageFormat, imageWidthSet } from '#platform/document/images.ts'

interface PictureProps {
  /** The path of one of our public pictures, or a URL whose host the installation allows. */
  src: string
  alt: string
  /** In pixels, of the file with `sizes`, else of its place: room is kept for it before it comes. */
  width: number
  height: number
  /** The displayed width, as in `(min-width: 48rem) 45rem, 100vw`; defaults to `width`. */
  sizes?: string
  /** Visible immediately, such as the largest element of a page: loaded first instead of lazily. */
  isEager?: boolean
  className?: string
}
/** A picture no larger than the screen needs. Where the format is not known, the file itself is shown. */
export function Picture({ src, alt, width, height, sizes, isEager = false, className }: PictureProps) {
  return (
    <picture>
      <source
        type={`image/${imageFormat}`}
        srcSet={sizes ? imageWidthSet(src, width) : imageDensitySet(src, width)}
        sizes={sizes}
      />
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : 'auto'}
        decoding="async"
        className={className}
      />
    </picture>
  )
}
