import type { HostPage, IdentifyFailure, Look, Person } from '../host-messages.ts'

/** What the host page may say: `ozvi('open')`, `ozvi('on', 'unread', listener)`. */
export interface Commands {
  /** `takes_focus: false` leaves the visitor where they are. */
  open(how?: { takes_focus?: boolean }): void
  close(): void
  show(): void
  hide(): void
  /** Who the page says it is, or a token in which its server has signed it; sent once the visitor has opened the panel. */
  identify(person: Person): void
  /** The page as it is now, or a step of it that has no address of its own. */
  track(page?: Partial<HostPage>): void
  /** The visitor has agreed to what this says: their visit begins, without opening the panel. */
  consent(text?: string): void
  /** Text for the composer of the next conversation shown. */
  prefill(text: string): void
  /** Opens the panel and asks this in a new conversation, in the visitor's name. */
  ask(question: string): void
  /** Tries another look. Done on preview pages alone. */
  look(look: Look): void
  /** The host's user signs out: everything of this visitor is forgotten. `show` or `open` begins anew. */
  shutdown(): void
}
export interface HostEvents {
  ready: undefined
  open: undefined
  close: undefined
  /** How many messages wait. */
  unread: number
  /** The token was taken. */
  identified: undefined
  /** It was not, or what the page says of somebody was not. */
  identify_failed: IdentifyFailure
}
type Listener = (detail: unknown) => void

declare global {
  interface Window {
    ozvi?: ((name: string, ...args: unknown[]) => void) & { q?: ArrayLike<unknown>[]; is_loaded?: boolean }
  }
}

/** Takes over `window.ozvi`: keeps what is said until there is somebody to do it, then does it in order. */
export function createCommandLine() {
  const listeners = new Map<string, Set<Listener>>()
  let waiting: unknown[][] | null = Array.from(window.ozvi?.q ?? [], (args) => Array.from(args))
  let commands: Commands | undefined

  function run([name, ...args]: unknown[]) {
    const command = String(name)
    const [event, listener] = args
    if (command === 'on' || command === 'off') {
      const heard = listeners.get(String(event)) ?? new Set()
      listeners.set(String(event), heard)
      if (typeof listener !== 'function') return
      // Called with one detail; what it does with it is the page's business.
      if (command === 'on') heard.add(listener as Listener)
      else heard.delete(listener as Listener)
    } else if (commands && Object.hasOwn(commands, command))
      // The page's arguments are the page's; the panel reads every one with suspicion.
      (commands[command as keyof Commands] as (...rest: unknown[]) => void)(...args)
    else console.warn(`Ozvi: there is no command "${command}"`)
  }
  const line = (...args: unknown[]) => {
    if (waiting) waiting.push(args)
    else run(args)
  }
  window.ozvi = Object.assign(line, { is_loaded: true })

  return {
    start(ready: Commands) {
      commands = ready
      const said = waiting ?? []
      waiting = null
      for (const args of said) run(args)
    },
    emit<N extends keyof HostEvents>(name: N, detail: HostEvents[N]) {
      for (const listener of listeners.get(name) ?? []) listener(detail)
    },
  }
}
