import { type RefObject, useLayoutEffect } from 'react'

/** For a field that grows with its content and scrolls beyond the limit. */
export const autosizeStyle = 'field-sizing-content max-h-65'
const isNative = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false

/** Fallback for browsers without `field-sizing`; forces a layout. */
export function useAutosize(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const element = field.current
    if (!element || isNative) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])
}
