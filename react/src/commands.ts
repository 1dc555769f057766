/** The user of your page, as a claim, or a token that your server has signed. */
export type OzviIdentity = { name?: string; email?: string } | { jwt: string }

/** The commands of the chat. They can be called at any time: until the script has loaded, they're queued. */
export interface OzviCommands {
  /** `takes_focus: false` leaves the focus where it is. */
  open(how?: { takes_focus?: boolean }): void
  close(): void
  show(): void
  hide(): void
  identify(identity: OzviIdentity): void
  /** The current page, a step without a URL of its own, or the name of an event that scenarios wait for. */
  track(page?: { url?: string; title?: string } | string): void
  /** The visitor has agreed to this text. Starts the visit without opening the panel. */
  consent(text?: string): void
  /** Text for the next conversation that is shown. */
  prefill(text: string): void
  /** Opens the panel and sends this question in a new conversation. */
  ask(question: string): void
  /** Your user signs out: forgets the visitor and hides the chat until `show` or `open`. */
  shutdown(): void
}
export interface OzviEvents {
  ready: undefined
  open: undefined
  close: undefined
  /** Number of unread messages. */
  unread: number
  /** The signed token was accepted. */
  identified: undefined
  /** The token, or a claimed value, was rejected. */
  identify_failed: { reason: string; message: string }
}

type Ozvi = ((name: string, ...args: unknown[]) => void) & { q?: ArrayLike<unknown>[] }

/** The page's function `ozvi`; queues commands until the script has loaded. */
function ozvi(): Ozvi {
  // The script of the chat replaces the function and takes over its queue.
  const page = window as { ozvi?: Ozvi }
  if (!page.ozvi) {
    const queue: unknown[][] = []
    page.ozvi = Object.assign((...args: unknown[]) => void queue.push(args), { q: queue })
  }
  return page.ozvi
}
const command =
  (name: string) =>
  (...args: unknown[]) =>
    ozvi()(name, ...args)

export const commands: OzviCommands = {
  open: command('open'),
  close: command('close'),
  show: command('show'),
  hide: command('hide'),
  identify: command('identify'),
  track: command('track'),
  consent: command('consent'),
  prefill: command('prefill'),
  ask: command('ask'),
  shutdown: command('shutdown'),
}

/** @returns stops listening */
export function listen<N extends keyof OzviEvents>(name: N, listener: (detail: OzviEvents[N]) => void) {
  ozvi()('on', name, listener)
  return () => ozvi()('off', name, listener)
}
