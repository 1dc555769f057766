import { useEffect, useRef } from 'react'
import { logError } from '#platform/log.ts'
import { cn } from './cn.ts'

/**
 * An icon of page content, from the installed collections. It loads after the page, into reserved space. The
 * app's own icons are in `Icon`.
 *
 * @param name `rocket`, or with its collection `lucide:rocket`.
 */
export function LazyIcon({
  name,
  size = 18,
  className,
}: {
  name: string
  size?: number
  className?: string
}) {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    import('#platform/icons/fill.ts')
      .then(({ fillIcon }) => ref.current && fillIcon(ref.current))
      .catch((error: unknown) => logError(`Failed to load the icon ${name}`, error))
  }, [name])
  return (
    <span
      ref={ref}
      data-icon={name}
      aria-hidden="true"
      className={cn(
        'block shrink-0 bg-current mask-contain mask-center mask-no-repeat not-data-[icon-state=shown]:invisible forced-colors:bg-[CanvasText] forced-color-adjust-none',
        className,
      )}
      style={{ width: size, height: size }}
    />
  )
}
