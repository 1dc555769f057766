import { imageDensitySet, imageFormat, imageWidthSet } from '#platform/document/images.ts'

interface PictureProps {
  /** The path of one of our public images, or a URL of an allowed host. */
  src: string
  alt: string
  /** In pixels, of the file with `sizes`, else as displayed: reserves its space. */
  width: number
  height: number
  /** The displayed width, as in `(min-width: 48rem) 45rem, 100vw`; defaults to `width`. */
  sizes?: string
  /** Visible immediately, such as the largest element of a page: loaded eagerly. */
  isEager?: boolean
  className?: string
}
/** An image in the size the screen needs. The original file is used if its format isn't supported. */
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
