/**
 * Small values by name, kept in the frame's own storage where the browser allows it and in memory where it
 * does not (private windows, blocked third-party storage). Nothing is touched before the first call.
 */
export interface Keepsakes {
  get(name: string): string | null
  set(name: string, value: string): void
  /** Forgets every value under the prefix. */
  clear(): void
}

/** @param storage asked anew at each use, because merely naming it may throw. */
export function createKeepsakes(prefix: string, storage: () => Storage): Keepsakes {
  const memory = new Map<string, string>()
  const trying = <T>(act: (kept: Storage) => T): T | undefined => {
    try {
      return act(storage())
    } catch {
      return undefined // blocked or full: memory serves this page
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
