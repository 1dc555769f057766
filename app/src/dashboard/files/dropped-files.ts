import { useEffect, useEffectEvent, useState } from 'react'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Accepts files dropped anywhere on the page, which would otherwise navigate to them.
 *
 * @returns whether files are being dragged over it
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const handleFiles = useEffectEvent(onFiles)
  useEffect(() => {
    const stop = new AbortController()
    const on = (name: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      addEventListener(name, (event) => hasFiles(event) && listener(event), { signal: stop.signal })
    on('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    // Between elements there is a related target; when leaving the window there is none.
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false))
    on('drop', (event) => {
      event.preventDefault()
      setOver(false)
      handleFiles([...(event.dataTransfer?.files ?? [])])
    })
    return () => stop.abort()
  }, [])
  return isOver
}
