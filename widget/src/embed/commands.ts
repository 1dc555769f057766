import type { LauncherLook } from '@ozvi/contract'
import type { HostPage, IdentifyFailure, Look, Person } from '../host-messages.ts'

/** Commands of the host page: `ozvi('open')`, `ozvi('on', 'unread', listener)`. */
export interface Commands {
  /** `takes_focus: false` doesn't move the focus. */
  open(how?: { takes_focus?: boolean }): void
  close(): void
  show(): void
  hide(): void
  /**
   * The person as claimed by the page, or a token signed by its server; sent after the visitor opens the
   * panel.
   */
  identify(person: Person): void
  /** The current page, a step without a URL of its own, or the name of an event that scenarios wait for. */
  track(page?: Partial<HostPage> | string): void
  /** The visitor has agreed to this text: starts the visit without opening the panel. */
  consent(text?: string): void
  /** Text for the composer of the next conversation shown. */
  prefill(text: string): void
  /** Opens the panel and sends this question in a new conversation. */
  ask(question: string): void
  /** Previews another theme. Works on preview pages only. */
  look(look: Look & { launcher: LauncherLook }): void
  /** The host's user signs out: deletes everything about this visitor. `show` or `open` starts again. */
  shutdown(): void
}
export interface HostEvents {
  ready: undefined
  open: undefined
  close: undefined
  /** Number of unread messages. */
  unread: number
  /** The token was accepted. */
  identified: undefined
  /** The token, or a claimed value, was rejected. */
  identify_failed: IdentifyFailure
}
type Listener = (detail: unknown) => void

declare global {
  interface Window {
    ozvi?: ((name: string, ...args: unknown[]) => void) & { q?: ArrayLike<unknown>[]; is_loaded?: boolean }
  }
}

/** Replaces `window.ozvi`: queues commands until they can run, then runs them in order. */
export function createCommandQueue() {
  const listeners = new Map<unknown, Set<Listener>>()
  const waiting: unknown[][] = Array.from(window.ozvi?.q ?? [], (args) => Array.from(args))
  let commands: Commands | undefined

  function run([name, ...args]: unknown[]) {
    const command = String(name)
    const [event, listener] = args
    if (command === 'on' || command === 'off') {
      const eventListeners = listeners.get(event) ?? new Set()
      listeners.set(event, eventListeners)
      // Called with one argument; the page decides what to do with it.
      if (typeof listener === 'function')
        eventListeners[command === 'on' ? 'add' : 'delete'](listener as Listener)
    } else if (commands && Object.hasOwn(commands, command))
      // Arguments are untrusted; the panel validates each one.
      (commands[command as keyof Commands] as (...rest: unknown[]) => void)(...args)
    else console.warn(`Ozvi: there is no command "${command}"`)
  }
  const enqueue = (...args: unknown[]) => {
    if (commands) run(args)
    else waiting.push(args)
  }
  window.ozvi = Object.assign(enqueue, { is_loaded: true })

  return {
    start(ready: Commands) {
      commands = ready
      for (const args of waiting) run(args)
    },
    emit<N extends keyof HostEvents>(name: N, detail?: HostEvents[N]) {
      for (const listener of listeners.get(name) ?? []) listener(detail)
    },
  }
}
