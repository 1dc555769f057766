import { type RefObject, useLayoutEffect } from 'react'

/** Of a field that is as high as what stands in it, and scrolls what is more. */
export const growing = 'field-sizing-content max-h-65'
const isNative = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false

/** Measures for browsers that know no `field-sizing`; it makes them lay out the whole page at once. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const element = field.current
    if (!element || isNative) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])
}
