/** What the launcher remembers on the customer's site. Nothing is written before the visitor opens the panel. */
export interface Memory {
  unread: number
  /** The panel was opened once, so the frame may hold something of this visitor. */
  is_used: boolean
  /** The chat was opened once, and a visit began: it goes on, without opening, on every page. */
  is_known: boolean
  /** The former visitor is to be forgotten before anything else. */
  is_ended: boolean
}
const nothing: Memory = { unread: 0, is_used: false, is_known: false, is_ended: false }

export function createMemory(public_key: string) {
  const name = `ozvi-launcher:${public_key}`
  const trying = <T>(act: () => T): T | undefined => {
    try {
      return act()
    } catch {
      return undefined // blocked or spoilt: remembered for this page only
    }
  }
  // Other tabs write, too, so what is kept comes first. Only this function writes under the name.
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
    /** Of this tab alone: a link opened in a new one should not come with an open chat. */
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
