/** Stored only after the visitor has opened the chat or the page has called `consent`. */
export interface VisitMemory {
  visits: number
  /** Of the last page, in ms. */
  last_at: number
  /** When each scenario was last shown, in ms. */
  shown: Record<string, number>
}
/** The launcher's storage on the customer's site. Nothing is written before the visitor opens the panel. */
export interface EmbedStorage {
  unread: number
  /** The panel was opened before, so the frame may have data of this visitor. */
  is_used: boolean
  /** A visit has started: it continues on every page without opening the chat. */
  is_known: boolean
  /** The previous visitor must be deleted first. */
  is_ended: boolean
  /** What triggers of scenarios remember; see `triggers/memory.ts`. */
  memory?: VisitMemory
}
const nothing: EmbedStorage = { unread: 0, is_used: false, is_known: false, is_ended: false }

export function createEmbedStorage(public_key: string) {
  const name = `ozvi-launcher:${public_key}`
  const trying = <T>(action: () => T): T | undefined => {
    try {
      return action()
    } catch {
      return undefined // blocked or invalid: stored for this page only
    }
  }
  // Other tabs write too, so stored values take precedence. Only this function writes under the name.
  const read = (): Partial<EmbedStorage> =>
    trying(() => JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<EmbedStorage>) ?? {}
  let storage = { ...nothing, ...read() }
  let is_open = trying(() => sessionStorage.getItem(name)) === 'open'
  return {
    get: () => ({ ...storage, is_open }),
    set(part: Partial<EmbedStorage>) {
      storage = { ...storage, ...read(), ...part }
      trying(() => localStorage.setItem(name, JSON.stringify(storage)))
    },
    /** Per tab: a link opened in a new tab shouldn't open the chat. */
    setOpen(now: boolean) {
      is_open = now
      trying(() => (now ? sessionStorage.setItem(name, 'open') : sessionStorage.removeItem(name)))
    },
    clear() {
      storage = nothing
      this.setOpen(false)
      trying(() => localStorage.removeItem(name))
    },
  }
}
