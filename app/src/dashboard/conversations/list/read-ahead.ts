import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useMemo } from 'react'
import { isPrefetching } from '#platform/document/prefetching.ts'
import { threadOf } from '../data/data.ts'

/** A row that is only passed by, by pointer or key, is not read. */
const dwell_ms = 60
/** The neighbour is read when the conversation that has been opened stands. */
const settle_ms = 400

const rowAt = ({ target }: SyntheticEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined

/**
 * Reads what was said in a conversation before it is opened, so that it is drawn at once: of the row under the
 * pointer or the focus, and of the one that comes after the one that is open. What is said between that and the
 * opening is read then, as with every conversation that has been read before.
 *
 * @param next the row that follows the open one
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
    /** The reply is on its way while the page of the conversation is made. */
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
