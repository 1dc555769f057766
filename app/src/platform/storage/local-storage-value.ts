import { useSyncExternalStore } from 'react'
import { logWarning } from '../log.ts'

/**
 * A setting of this browser, as text. Without storage it lasts until the page is reloaded.
 * @param formerName read until a value is saved under the current name
 */
export function createLocalStorageValue(name: string, formerName = name) {
  const listeners = new Set<() => void>()
  let memoryFallback: string | undefined
  function read(): string {
    try {
      return memoryFallback ?? localStorage.getItem(name) ?? localStorage.getItem(formerName) ?? ''
    } catch {
      return ''
    }
  }
  function onChange(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    /** Empty if nothing was saved. */
    read,
    save(value: string) {
      try {
        localStorage.setItem(name, value)
        memoryFallback = undefined
      } catch (error) {
        memoryFallback = value
        logWarning(`Failed to save ${name} to localStorage: ${String(error)}`)
      }
      for (const listener of listeners) listener()
    },
    /** The current value, updated on changes. Empty on the server. */
    use: () => useSyncExternalStore(onChange, read, () => ''),
  }
}
