import { Transform, type TransformCallback } from 'node:stream'

/** Decides what happens to a text frame for a client: each call of `pass` delivers a frame, now or later. */
export type FrameFilter = (text: string, pass: () => void) => void

const headEnd = '\r\n\r\n'
const textFrame = 0x81

/** Length of the first frame, which a server doesn't mask; undefined while it is incomplete. */
function frameLength(bytes: Buffer): number | undefined {
  const short = bytes.length < 2 ? undefined : bytes.readUInt8(1)
  if (short === undefined || short > 127) return undefined
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < head) return undefined
  const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  return bytes.length < head + size ? undefined : head + size
}
function textOf(frame: Buffer): string {
  const short = frame.readUInt8(1)
  return frame.toString('utf8', short < 126 ? 2 : short === 126 ? 4 : 10)
}

/** Splits a server's WebSocket output into frames. */
export class Frames extends Transform {
  readonly #tamper: () => FrameFilter | undefined
  #left: Buffer = Buffer.alloc(0)
  #isOpen = false

  constructor(filter: () => FrameFilter | undefined) {
    super()
    this.#tamper = filter
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback) {
    this.#left = this.#left.length === 0 ? chunk : Buffer.concat([this.#left, chunk])
    if (!this.#isOpen) {
      const end = this.#left.indexOf(headEnd)
      if (end < 0) return done()
      this.#isOpen = true
      this.#take(end + headEnd.length)
    }
    for (let size = frameLength(this.#left); size !== undefined; size = frameLength(this.#left)) {
      const filter = this.#left[0] === textFrame ? this.#tamper() : undefined
      if (!filter) this.#take(size)
      else {
        const frame = this.#left.subarray(0, size)
        this.#left = this.#left.subarray(size)
        filter(textOf(frame), () => {
          if (!this.destroyed && !this.writableEnded) this.push(frame)
        })
      }
    }
    done()
  }
  #take(size: number) {
    this.push(this.#left.subarray(0, size))
    this.#left = this.#left.subarray(size)
  }
}
