import { useSyncExternalStore } from 'react'

/** The message being edited, and its initial text if it differs. */
interface Editing {
  id: string
  body?: string
}
let editing: Editing | null = null
const ears = new Set<() => void>()
function onChange(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
export function setEditing(next: Editing | null) {
  editing = next
  for (const ear of ears) ear()
}
export const useEditing = (id: string): Editing | null => {
  const now = useSyncExternalStore(
    onChange,
    () => editing,
    () => null,
  )
  return now?.id === id ? now : null
}
