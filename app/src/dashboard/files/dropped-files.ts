import { useEffect, useEffectEvent, useState } from 'react'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Takes files that are dropped anywhere on the page, which would otherwise leave it to show them.
 *
 * @returns whether some are being dragged over it now
 */
export function useDroppedFiles(take: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const onTake = useEffectEvent(take)
  useEffect(() => {
    const stop = new AbortController()
    const on = (name: 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void) =>
      addEventListener(name, (event) => hasFiles(event) && hear(event), { signal: stop.signal })
    on('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    // Between elements there is always a next one; out of the window there is none.
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false))
    on('drop', (event) => {
      event.preventDefault()
      setOver(false)
      onTake([...(event.dataTransfer?.files ?? [])])
    })
    return () => stop.abort()
  }, [])
  return isOver
}
