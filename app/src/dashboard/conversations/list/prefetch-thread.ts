import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useMemo } from 'react'
import { isPrefetching } from '#platform/document/prefetching.ts'
import { threadOf } from '../data/data.ts'

/** Rows passed by pointer or keyboard aren't loaded. */
const dwell_ms = 60
/** The next conversation is loaded after the open one has rendered. */
const prefetchDelay_ms = 400

const rowAt = ({ target }: SyntheticEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined

/**
 * Prefetches threads, so that they open instantly: of the hovered or focused row, and of the row after the
 * open one. Later messages are read when it is opened.
 *
 * @param next the row after the open one
 * @returns handlers for the list
 */
export function usePrefetchThread(integration_id: string, next: string | undefined) {
  const cache = useQueryClient()
  const { prefetch, handlers, cancel } = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const cancel = () => clearTimeout(timer)
    const prefetch = (id: string) => void cache.prefetchQuery(threadOf(integration_id, id))
    function onReach(event: SyntheticEvent) {
      cancel()
      const id = rowAt(event)
      if (id) timer = setTimeout(() => prefetch(id), dwell_ms)
    }
    /** Starts the request before the page is rendered. */
    function onOpen(event: SyntheticEvent) {
      cancel()
      const id = rowAt(event)
      if (id) prefetch(id)
    }
    return {
      prefetch,
      cancel,
      handlers: { onPointerOver: onReach, onFocusCapture: onReach, onClickCapture: onOpen },
    }
  }, [cache, integration_id])
  useEffect(() => cancel, [cancel])
  useEffect(() => {
    if (!next || !isPrefetching()) return
    const timer = setTimeout(() => prefetch(next), prefetchDelay_ms)
    return () => clearTimeout(timer)
  }, [next, prefetch])
  return handlers
}
