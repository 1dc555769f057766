import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useMemo } from 'react'
import { isPrefetching } from '#platform/document/prefetching.ts'
import { threadOf } from '../data/data.ts'

/** Rows passed by pointer or keyboard aren't loaded. */
const dwell_ms = 60
/** The next conversation is loaded after the open one has rendered. */
const settle_ms = 400

const rowAt = ({ target }: SyntheticEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined

/**
 * Prefetches threads, so that they open instantly: of the hovered or focused row, and of the row after the
 * open one. Later messages are read when it is opened.
 *
 * @param next the row after the open one
 * @returns handlers for the list
 */
export function useReadAhead(integration_id: string, next: string | undefined) {
  const cache = useQueryClient()
  const { read, handlers, stop } = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => clearTimeout(timer)
    const read = (id: string) => void cache.prefetchQuery(threadOf(integration_id, id))
    function reach(event: SyntheticEvent) {
      stop()
      const id = rowAt(event)
      if (id) timer = setTimeout(() => read(id), dwell_ms)
    }
    /** Starts the request before the page is rendered. */
    function open(event: SyntheticEvent) {
      stop()
      const id = rowAt(event)
      if (id) read(id)
    }
    return { read, stop, handlers: { onPointerOver: reach, onFocusCapture: reach, onClickCapture: open } }
  }, [cache, integration_id])
  useEffect(() => stop, [stop])
  useEffect(() => {
    if (!next || !isPrefetching()) return
    const timer = setTimeout(() => read(next), settle_ms)
    return () => clearTimeout(timer)
  }, [next, read])
  return handlers
}
