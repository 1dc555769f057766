import type { Line, LineListener } from './line.ts'

/** Lines within one process, with the faults that real ones have: for tests and simulators. */
export class MemoryHub {
  readonly #lines = new Set<MemoryLine>()
  /** Whether this text, from one line to another, is to be lost. */
  loses: (from: MemoryLine, to: MemoryLine) => boolean = () => false
  /** How long a text takes, in milliseconds; each line hears in the order of sending all the same. */
  delays: () => number = () => 0

  /** A line for one node. */
  line(): MemoryLine {
    const line: MemoryLine = new MemoryLine(this, () => this.#lines.delete(line))
    this.#lines.add(line)
    return line
  }

  /** Something said by nobody: what a stranger with access to the broker could send. */
  inject(text: string) {
    for (const line of this.#lines) line.receive(text, 0)
  }

  carry(from: MemoryLine, text: string) {
    for (const to of this.#lines) if (!this.loses(from, to)) to.receive(text, this.delays())
  }
}

/** One node's way to the hub. */
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

  /** The connection breaks: nothing is sent or heard until it heals, and both are lost. */
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
  /** Nothing is heard until it thaws, when all of it comes at once. */
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
