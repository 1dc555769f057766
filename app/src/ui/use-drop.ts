import { type DragEvent, useState } from 'react'

/** Props that make an element accept dropped files, and whether files are being dragged over it. */
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
