/** A target for frames, with its queue. */
export interface FrameSink {
  /** Frames of this tick: none, one, or several. */
  out: Buffer | Buffer[] | null
  write(bytes: Buffer): void
}

/**
 * Batches all frames for a connection within one tick of the event loop into one write.
 *
 * Most of the cost of a delivery is the kernel's send, so fewer writes matter most. The queue belongs to the
 * connection, not to the channel: a client that joins within the tick must not get earlier events, and
 * replies keep their order among events.
 */
export class FrameBuffer {
  #due: FrameSink[] = []
  #scheduled = false
  readonly #flushAll = () => this.#flush()

  push(sink: FrameSink, frame: Buffer) {
    const { out } = sink
    if (out === null) {
      sink.out = frame
      this.#due.push(sink)
      if (!this.#scheduled) {
        this.#scheduled = true
        setImmediate(this.#flushAll)
      }
    } else if (Array.isArray(out)) out.push(frame)
    else sink.out = [out, frame]
  }

  /** Writes a connection's queued frames now, so that its close frame comes after them. */
  flushOne(sink: FrameSink) {
    const { out } = sink
    sink.out = null
    if (out !== null) sink.write(Array.isArray(out) ? Buffer.concat(out) : out)
  }

  /** Adjacent connections with the same frames (one busy channel, the usual case) share one joined Buffer. */
  #flush() {
    this.#scheduled = false
    const due = this.#due
    this.#due = []
    let last: Buffer[] = []
    let joined: Buffer | undefined
    for (const sink of due) {
      const { out } = sink
      if (out === null) continue
      sink.out = null
      if (!Array.isArray(out)) {
        sink.write(out)
        continue
      }
      if (joined === undefined || !isSameList(out, last)) {
        last = out
        joined = Buffer.concat(out)
      }
      sink.write(joined)
    }
  }
}

function isSameList(a: Buffer[], b: Buffer[]) {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
