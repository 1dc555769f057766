/** The launcher's storage on the customer's site. Nothing is written before the visitor opens the panel. */
export interface Memory {
  unread: number
  /** The panel was opened before, so the frame may have data of this visitor. */
  is_used: boolean
  /** A visit has started: it continues on every page without opening the chat. */
  is_known: boolean
  /** The previous visitor must be deleted first. */
  is_ended: boolean
}
const nothing: Memory = { unread: 0, is_used: false, is_known: false, is_ended: false }

export function createMemory(public_key: string) {
  const name = `ozvi-launcher:${public_key}`
  const trying = <T>(act: () => T): T | undefined => {
    try {
      return act()
    } catch {
      return undefined // blocked or invalid: stored for this page only
    }
  }
  // Other tabs write too, so stored values take precedence. Only this function writes under the name.
  const read = (): Partial<Memory> =>
    trying(() => JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Memory>) ?? {}
  let memory = { ...nothing, ...read() }
  let is_open = trying(() => sessionStorage.getItem(name)) === 'open'
  return {
    get: () => ({ ...memory, is_open }),
    set(part: Partial<Memory>) {
      memory = { ...memory, ...read(), ...part }
      trying(() => localStorage.setItem(name, JSON.stringify(memory)))
    },
    /** Per tab: a link opened in a new tab shouldn't open the chat. */
    setOpen(now: boolean) {
      is_open = now
      trying(() => (now ? sessionStorage.setItem(name, 'open') : sessionStorage.removeItem(name)))
    },
    forget() {
      memory = nothing
      this.setOpen(false)
      trying(() => localStorage.removeItem(name))
    },
  }
}
