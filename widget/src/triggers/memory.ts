import type { EmbedStorage, VisitMemory } from '../embed/storage.ts'

/** A visit ends after so long without a page. */
const visit_ms = 30 * 60_000
const day_ms = 86_400_000

interface Storage {
  get(): EmbedStorage
  set(part: Partial<EmbedStorage>): void
}

/** What triggers remember. Without permission only this page is remembered, and nothing is stored. */
export function createVisitLog(storage: Storage, now: () => number = Date.now) {
  const shownHere = new Set<string>()
  const recall = (): VisitMemory | undefined =>
    storage.get().is_used ? (storage.get().memory ?? { visits: 0, last_at: 0, shown: {} }) : undefined
  return {
    /**
     * Counts the page view.
     * @returns the number of this visit; undefined if nothing may be stored
     */
    countPage(): number | undefined {
      const memory = recall()
      if (!memory) return undefined
      const isNew = now() - memory.last_at > visit_ms
      const visits = memory.visits + (isNew ? 1 : 0)
      storage.set({ memory: { ...memory, visits, last_at: now() } })
      return visits
    },
    /** @param days until it can be shown again; 0: never; undefined: in the next visit */
    canShow(id: string, days: number | undefined): boolean {
      if (shownHere.has(id)) return false
      const at = recall()?.shown[id]
      if (at === undefined) return true
      return days !== 0 && now() - at > (days === undefined ? visit_ms : days * day_ms)
    },
    markShown(id: string) {
      shownHere.add(id)
      const memory = recall()
      if (memory) storage.set({ memory: { ...memory, shown: { ...memory.shown, [id]: now() } } })
    },
  }
}
