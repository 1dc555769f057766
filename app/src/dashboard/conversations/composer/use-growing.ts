import { type RefObject, useLayoutEffect } from 'react'

/** Makes a field as high as what stands in it needs, up to `max_px`; what is more is scrolled. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string, max_px: number) {
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, max_px)}px`
  }, [field, text, max_px])
}
