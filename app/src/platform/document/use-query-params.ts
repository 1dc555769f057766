import { useEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

/** New values by name; null removes a parameter. */
type Changes = Record<string, string | null | undefined>

/**
 * The query parameters of the page, and a function that changes some of them. The router's own function starts from the
 * parameters shown, and so loses a change that is followed by another one before the page shows it.
 */
export function useQueryParams(): [URLSearchParams, (changes: Changes, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const pending = useRef<URLSearchParams | null>(null)
  useEffect(() => {
    pending.current = null
  }, [params])
  function change(changes: Changes, options: NavigateOptions = { replace: true }) {
    const next = new URLSearchParams(pending.current ?? params)
    for (const [name, value] of Object.entries(changes))
      if (value == null) next.delete(name)
      else next.set(name, value)
    pending.current = next
    setParams(next, options)
  }
  return [params, change]
}
