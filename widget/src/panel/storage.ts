/**
 * Values by name, in the frame's own storage where allowed, otherwise in memory (private windows, blocked
 * third-party storage). Storage isn't accessed before the first call.
 */
export interface WidgetStorage {
  get(name: string): string | null
  set(name: string, value: string): void
  /** Deletes every value with the prefix. */
  clear(): void
}

/** @param storage called at each use, because accessing it may throw */
export function createStorage(prefix: string, storage: () => Storage): WidgetStorage {
  const memory = new Map<string, string>()
  const trying = <T>(action: (store: Storage) => T): T | undefined => {
    try {
      return action(storage())
    } catch {
      return undefined // blocked or full: kept in memory for this page
    }
  }
  return {
    get: (name) => trying((store) => store.getItem(prefix + name)) ?? memory.get(name) ?? null,
    set(name, value) {
      memory.set(name, value)
      trying((store) => store.setItem(prefix + name, value))
    },
    clear() {
      memory.clear()
      trying((store) => {
        for (const name of Object.keys(store)) if (name.startsWith(prefix)) store.removeItem(name)
      })
    },
  }
}
