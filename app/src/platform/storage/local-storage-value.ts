import { useSyncExternalStore } from 'react'
import { logWarning } from '../log.ts'
import { createListeners } from '../listeners.ts'

/**
 * A setting of this browser, as text. Without storage it lasts until the page is reloaded.
 * @param formerName read until a value is saved under the current name
 */
export function createLocalStorageValue(name: string, formerName = name) {
  const listeners = createListeners()
  let memoryFallback: string | undefined
  function read(): string {
    try {
      return memoryFallback ?? localStorage.getItem(name) ?? localStorage.getItem(formerName) ?? ''
    } catch {
      return ''
    }
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
      listeners.notify()
    },
    /** The current value, updated on changes. Empty on the server. */
    use: () => useSyncExternalStore(listeners.subscribe, read, () => ''),
  }
}
