import type { BusConnection, BusConnectionListener } from './connection.ts'

/** In-process transports with injectable faults, for tests and simulators. */
export class MemoryHub {
  readonly #lines = new Set<MemoryConnection>()
  /** Whether a text from one connection to another is lost. */
  loses: (from: MemoryConnection, to: MemoryConnection) => boolean = () => false
  /** Delay of a text in milliseconds. Each connection still receives in the order of sending. */
  delays: () => number = () => 0

  /** Creates the connection of one node. */
  connection(): MemoryConnection {
    const connection: MemoryConnection = new MemoryConnection(this, () => this.#lines.delete(connection))
    this.#lines.add(connection)
    return connection
  }

  /** Injects a message from outside, as an attacker with access to the broker could. */
  inject(text: string) {
    for (const connection of this.#lines) connection.receive(text, 0)
  }

  carry(from: MemoryConnection, text: string) {
    for (const to of this.#lines) if (!this.loses(from, to)) to.receive(text, this.delays())
  }
}

/** One node's connection to the hub. */
export class MemoryConnection implements BusConnection {
  readonly #hub: MemoryHub
  readonly #leave: () => void
  #listener: BusConnectionListener | undefined
  #is_up = false
  #is_frozen = false
  #frozen: string[] = []
  #arriving: Promise<void> = Promise.resolve()

  constructor(hub: MemoryHub, leave: () => void) {
    this.#hub = hub
    this.#leave = leave
  }

  open(listener: BusConnectionListener) {
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
