import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'

/** What queries under way are told when the backend is gone; the SQLSTATE of a server that shuts down. */
class BackendLost extends Error {
  readonly code = '57P01'

  constructor() {
    super('The embedded database was restarted.')
  }
}

/** A message port that passes for the TCP socket `pg` expects. */
export class PortStream extends Duplex {
  readonly #port: MessagePort

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('message', (bytes: Uint8Array) => this.push(bytes))
    // The other end hung up, or its thread is gone: without this, queries under way would wait for ever.
    port.on('close', () => this.destroy(this.writableEnded ? undefined : new BackendLost()))
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#port.ref()
    return this
  }

  unref(): this {
    this.#port.unref()
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    // A Buffer may be a window on a pool that others use: a copy of its own can change threads unshared.
    const copy = new Uint8Array(chunk)
    this.#port.postMessage(copy, [copy.buffer])
    done()
  }

  override _final(done: () => void) {
    this.#port.close()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#port.close()
    done(error)
  }
}
