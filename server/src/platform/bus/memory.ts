import type { Line, LineListener } from './line.ts'

/** In-process transports with injectable faults, for tests and simulators. */
export class MemoryHub {
  readonly #lines = new Set<MemoryLine>()
  /** Whether a text from one connection to another is lost. */
  loses: (from: MemoryLine, to: MemoryLine) => boolean = () => false
  /** Delay of a text in milliseconds. Each connection still receives in the order of sending. */
  delays: () => number = () => 0

  /** Creates the connection of one node. */
  line(): MemoryLine {
    const line: MemoryLine = new MemoryLine(this, () => this.#lines.delete(line))
    this.#lines.add(line)
    return line
  }

  /** Injects a message from outside, as an attacker with access to the broker could. */
  inject(text: string) {
    for (const line of this.#lines) line.receive(text, 0)
  }

  carry(from: MemoryLine, text: string) {
    for (const to of this.#lines) if (!this.loses(from, to)) to.receive(text, this.delays())
  }
}

/** One node's connection to the hub. */
export class MemoryLine implements Line {
  readonly #hub: MemoryHub
  readonly #leave: () => void
  #listener: LineListener | undefined
  #is_up = false
  #is_frozen = false
  #frozen: string[] = []
  #arriving: Promise<void> = Promise.resolve()

  constructor(hub: MemoryHub, leave: () => void) {
    this.#hub = hub
    this.#leave = leave
  }

  open(listener: LineListener) {
    this.#listener = listener
    this.heal()
  }
  send(text: string) {
    if (this.#is_up) this.#hub.carry(this, text)
  }
  receive(text: string, delay_ms: number) {
    if (!this.#is_up) return
    this.#arriving = this.#arriving.then(async () => {
      if (delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, delay_ms))
      if (this.#is_frozen) this.#frozen.push(text)
      else if (this.#is_up) this.#listener?.received(text)
    })
  }

  /** Breaks the connection: everything sent in either direction is lost until it heals. */
  cut() {
    if (!this.#is_up) return
    this.#is_up = false
    this.#listener?.down()
  }
  heal() {
    if (this.#is_up) return
    this.#is_up = true
    this.#listener?.up()
  }
  /** Delays all messages until `thaw`, then delivers them at once. */
  freeze() {
    this.#is_frozen = true
  }
  thaw() {
    this.#is_frozen = false
    for (const text of this.#frozen.splice(0)) this.#listener?.received(text)
  }

  async close() {
    this.#is_up = false
    this.#leave()
    await this.#arriving
  }
}
