import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Frames, type FrameFilter } from './frames.ts'

export interface Address {
  host: string
  port: number
}
/** A connection through the proxy. */
interface Pair {
  client: Socket
  server: Socket
  /** Frames from the server, if it is a WebSocket. */
  frames: Frames | undefined
  to: Address
  flows: { up: boolean; down: boolean }
}

const upgrade = 'GET /app/'
/** Every live reader has received the last frame within this time. */
const linger_ms = 1_000

/** A TCP proxy that simulates network faults. */
export class NetworkProxy {
  /** Handles every text frame for a client's WebSocket. */
  filter: FrameFilter | undefined
  readonly #targets: () => Address[]
  readonly #listener: Server
  readonly #pairs = new Set<Pair>()
  #isRefusing = false
  #isFrozen = false
  #isHeld = false

  private constructor(targets: () => Address[]) {
    this.#targets = targets
    this.#listener = createServer({ pauseOnConnect: true, noDelay: true }, (client) => {
      void this.#admit(client.on('error', ignore))
    })
  }

  /** @param targets tried for a new connection, in this order */
  static async open(targets: () => Address[]): Promise<NetworkProxy> {
    const proxy = new NetworkProxy(targets)
    proxy.#listener.listen({ port: 0, host: 'localhost', backlog: 4096 })
    await once(proxy.#listener, 'listening')
    return proxy
  }

  get port(): number {
    // Listening on a port.
    return (this.#listener.address() as AddressInfo).port
  }
  /** Targets of the open WebSockets. */
  get sockets(): Address[] {
    return [...this.#pairs].filter(({ frames }) => frames).map(({ to }) => to)
  }

  /** Closes all connections. */
  cut() {
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy()
      server.resetAndDestroy()
    }
  }
  /** Refuses new connections and closes existing ones. */
  refuse(isRefusing: boolean) {
    this.#isRefusing = isRefusing
    if (isRefusing) this.cut()
  }
  /** Keeps connections open without passing data. */
  freeze(isFrozen: boolean) {
    this.#isFrozen = isFrozen
    for (const pair of this.#pairs) this.#flow(pair)
  }
  /** Stops delivering data to WebSocket clients; everything else passes. */
  hold(isHeld: boolean) {
    this.#isHeld = isHeld
    for (const pair of this.#pairs) this.#flow(pair)
  }
  async close() {
    this.refuse(true)
    this.#listener.close()
    await once(this.#listener, 'close')
  }

  async #admit(client: Socket) {
    const reached = this.#isRefusing ? undefined : await reach(this.#targets())
    if (!reached || client.destroyed || this.#isRefusing) {
      reached?.server.destroy()
      return void client.resetAndDestroy()
    }
    const { server, to } = reached
    const pair: Pair = { client, server, to, frames: undefined, flows: { up: false, down: false } }
    this.#pairs.add(pair)
    client.once('close', () => {
      this.#pairs.delete(pair)
      server.resetAndDestroy()
    })
    server.on('error', ignore).once('close', (hadError) => {
      if (hadError) client.resetAndDestroy()
      else setTimeout(() => client.destroy(), linger_ms).unref()
    })
    // Any request can become a WebSocket: clients reuse connections.
    client.on('data', (chunk: Buffer) => {
      if (!pair.frames && chunk.subarray(0, upgrade.length).toString() === upgrade) this.#split(pair)
    })
    client.pause()
    this.#flow(pair)
  }

  /** From here on the response is parsed frame by frame. */
  #split(pair: Pair) {
    const { client, server, flows } = pair
    if (flows.down) server.unpipe(client).pause()
    flows.down = false
    pair.frames = new Frames(() => this.filter)
    pair.frames.pipe(client)
    this.#flow(pair)
  }

  #flow({ client, server, frames, flows }: Pair) {
    const back = frames ?? client
    const up = !this.#isFrozen
    const down = !this.#isFrozen && !(this.#isHeld && frames)
    if (up !== flows.up) {
      if (up) client.pipe(server)
      else client.unpipe(server).pause()
    }
    if (down !== flows.down) {
      if (down) server.pipe(back)
      else server.unpipe(back).pause()
    }
    Object.assign(flows, { up, down })
  }
}

const ignore = () => {}

async function reach(targets: Address[]): Promise<{ server: Socket; to: Address } | undefined> {
  for (const to of targets) {
    const server = connect({ ...to, noDelay: true })
    try {
      await once(server, 'connect')
      return { server, to }
    } catch {
      server.destroy() // No server there: try the next one.
    }
  }
  return undefined
}
