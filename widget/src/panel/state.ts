import { useSyncExternalStore } from 'react'

/** An immutable value with change listeners. */
export function createState<T extends object>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(part: Partial<T>) {
      value = { ...value, ...part }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type State<T extends object> = ReturnType<typeof createState<T>>
export const useValue = <T extends object>(state: State<T>): T =>
  useSyncExternalStore(state.subscribe, state.get)
