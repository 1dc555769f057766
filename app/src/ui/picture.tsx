import { imageDensitySet, imageFormat, imageWidthSet } from '#platform/document/images.ts'

interface PictureProps {
  /** Path of a public picture of ours, or the address of one whose host the installation allows. */
  src: string
  alt: string
  /** In pixels, of the file with `sizes`, else of its place: room is kept for it before it comes. */
  width: number
  height: number
  /** How wide it stands, as `(min-width: 48rem) 45rem, 100vw`; without, it always stands in `width`. */
  sizes?: string
  /** Seen at once, as the largest thing of a page: fetched first instead of when it comes near. */
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
