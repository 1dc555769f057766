import { useEffect, useEffectEvent, useRef, useState } from 'react'

const searchAfter_ms = 250

/**
 * The text of a search field. Applied when typing pauses; updated when the search changes elsewhere, for example with
 * the browser's Back button.
 *
 * @param search the applied search
 */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search)
  const applied = useRef(search)
  /** @returns the trimmed text, which counts as applied, so that it doesn't overwrite a later change */
  function markApplied() {
    applied.current = text.trim()
    return applied.current
  }
  function apply() {
    if (text.trim() !== applied.current) onSearch(markApplied())
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
    markApplied,
    /** Applies the text without waiting. */
    apply,
    clear() {
      applied.current = ''
      setText('')
    },
  }
}
