import { useSyncExternalStore } from 'react'
import { createListeners } from '#platform/listeners.ts'

/** The message being edited, and its initial text if it differs. */
interface Editing {
  id: string
  body?: string
}
let editing: Editing | null = null
const listeners = createListeners()
export function setEditing(next: Editing | null) {
  editing = next
  listeners.notify()
}
export const useEditing = (id: string): Editing | null => {
  const now = useSyncExternalStore(
    listeners.subscribe,
    () => editing,
    () => null,
  )
  return now?.id === id ? now : null
}
