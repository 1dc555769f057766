import { type DragEvent, useState } from 'react'

/** What makes an element take the files that are dropped on it, and whether some are being dragged over it now. */
export function useDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const dropTarget = {
    onDragOver(event: DragEvent) {
      event.preventDefault() // else the browser leaves the page to show them
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, dropTarget }
}
