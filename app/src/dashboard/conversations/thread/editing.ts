import { useSyncExternalStore } from 'react'

/** The message being edited, and its initial text if it differs. */
interface Editing {
  id: string
  body?: string
}
let editing: Editing | null = null
const listeners = new Set<() => void>()
function onChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export function setEditing(next: Editing | null) {
  editing = next
  for (const listener of listeners) listener()
}
export const useEditing = (id: string): Editing | null => {
  const now = useSyncExternalStore(
    onChange,
    () => editing,
    () => null,
  )
  return now?.id === id ? now : null
}
