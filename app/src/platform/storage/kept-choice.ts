import { useSyncExternalStore } from 'react'
import { logWarning } from '../log.ts'

/** A choice that is kept in this browser, as text; where nothing can be kept it holds for as long as the page. */
export function keptChoice(name: string) {
  const ears = new Set<() => void>()
  let unkept: string | undefined
  function read(): string {
    try {
      return unkept ?? localStorage.getItem(name) ?? ''
    } catch {
      return ''
    }
  }
  function onChange(ear: () => void) {
    ears.add(ear)
    return () => void ears.delete(ear)
  }
  return {
    /** Empty where nothing was chosen. */
    read,
    keep(choice: string) {
      try {
        localStorage.setItem(name, choice)
        unkept = undefined
      } catch (error) {
        unkept = choice
        logWarning(`A choice could not be kept: ${name}: ${String(error)}`)
      }
      for (const ear of ears) ear()
    },
    /** As `read`, and follows it; the server knows of none. */
    use: () => useSyncExternalStore(onChange, read, () => ''),
  }
}
