import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'

/** The error of running queries when the backend is gone. Uses the SQLSTATE of a server shutdown. */
class BackendLost extends Error {
  readonly code = '57P01'

  constructor() {
    super('The embedded database was restarted.')
  }
}

/** A message port that acts as the TCP socket `pg` expects. */
export class PortStream extends Duplex {
  readonly #port: MessagePort

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('message', (bytes: Uint8Array) => this.push(bytes))
    // The other end has closed, or its thread is gone. Without this, running queries would wait forever.
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
    // A Buffer may be a view of a shared pool; a copy can be transferred to another thread.
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
