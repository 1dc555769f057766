import { useLayoutEffect, useState } from 'react'
import { useIsHydrated } from '../document/use-client-hints.tsx'
import { logWarning } from '../log.ts'
import { useUser } from '../session/session.tsx'

const keyOf = (user_id: string, name: string) => `ozvi.unsaved.${user_id}.${name}`
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
/**
 * Draft of a field with a Save button. Survives navigation and a reload of the tab.
 *
 * @param name of the field, the same whenever it is shown
 */
export function useSessionDraft(name: string, initial: string) {
  const { id } = useUser()
  const key = keyOf(id, name)
  const isHydrated = useIsHydrated()
  const [text, setText] = useState(() => (isHydrated ? read(key) : null) ?? initial)
  // The server doesn't know the draft.
  useLayoutEffect(() => {
    const stored = read(key)
    if (stored !== null) setText(stored)
  }, [key])
  function write(next: string | null) {
    setText(next ?? initial)
    try {
      if (next === null || next === initial) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, next)
    } catch (error) {
      logWarning(`Failed to save a draft to sessionStorage: ${String(error)}`)
    }
  }
  return [text, write, () => write(null)] as const
}
