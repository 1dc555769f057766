import { useEffect, useEffectEvent, useRef, useState } from 'react'

const searchAfter_ms = 250

/**
 * The text of a search field. It is applied when typing pauses, and follows a search that changes otherwise, such
 * as by Back and forward.
 *
 * @param search the applied search
 */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search)
  const applied = useRef(search)
  /** @returns the trimmed text, which counts as applied, so that it doesn't overwrite a later change */
  function take() {
    applied.current = text.trim()
    return applied.current
  }
  function apply() {
    if (text.trim() !== applied.current) onSearch(take())
  }
  const applyTyped = useEffectEvent(apply)
  useEffect(() => {
    if (search === applied.current) return
    applied.current = search
    setText(search)
  }, [search])
  useEffect(() => {
    const timer = setTimeout(applyTyped, searchAfter_ms)
    return () => clearTimeout(timer)
  }, [text])
  return {
    text,
    setText,
    take,
    /** Applies the text without waiting. */
    apply,
    clear() {
      applied.current = ''
      setText('')
    },
  }
}
