import { useSyncExternalStore } from 'react'
import { logWarning } from '../log.ts'

/** A choice that is kept in this browser, as text; where nothing can be kept it holds for as long as the page. */
export function createLocalStorageValue(name: string) {
  const listeners = new Set<() => void>()
  let memoryFallback: string | undefined
  function read(): string {
    try {
      return memoryFallback ?? localStorage.getItem(name) ?? ''
    } catch {
      return ''
    }
  }
  function onChange(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    /** Empty where nothing was chosen. */
    read,
    save(value: string) {
      try {
        localStorage.setItem(name, value)
        memoryFallback = undefined
      } catch (error) {
        memoryFallback = value
        logWarning(`A choice could not be kept: ${name}: ${String(error)}`)
      }
      for (const listener of listeners) listener()
    },
    /** As `read`, and follows it; the server knows of none. */
    use: () => useSyncExternalStore(onChange, read, () => ''),
  }
}
