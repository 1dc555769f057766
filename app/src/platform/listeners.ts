/** The listeners of a value outside React; `subscribe` is what `useSyncExternalStore` takes. */
export function createListeners<A extends unknown[] = []>() {
  const listeners = new Set<(...args: A) => void>()
  return {
    /** @returns unsubscribes */
    subscribe(listener: (...args: A) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(...args: A) {
      for (const listener of listeners) listener(...args)
    },
  }
}
