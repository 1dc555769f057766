/**
 * Values by name, in the frame's own storage where allowed, otherwise in memory (private windows, blocked
 * third-party storage). Storage isn't accessed before the first call.
 */
export interface Keepsakes {
  get(name: string): string | null
  set(name: string, value: string): void
  /** Deletes every value with the prefix. */
  clear(): void
}

/** @param storage called at each use, because accessing it may throw */
export function createKeepsakes(prefix: string, storage: () => Storage): Keepsakes {
  const memory = new Map<string, string>()
  const trying = <T>(act: (kept: Storage) => T): T | undefined => {
    try {
      return act(storage())
    } catch {
      return undefined // blocked or full: kept in memory for this page
    }
  }
  return {
    get: (name) => trying((kept) => kept.getItem(prefix + name)) ?? memory.get(name) ?? null,
    set(name, value) {
      memory.set(name, value)
      trying((kept) => kept.setItem(prefix + name, value))
    },
    clear() {
      memory.clear()
      trying((kept) => {
        for (const name of Object.keys(kept)) if (name.startsWith(prefix)) kept.removeItem(name)
      })
    },
  }
}
