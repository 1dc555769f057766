import { randomBytes } from 'node:crypto'

/** A NOTIFY payload has at most 7,999 bytes, and one UTF-16 unit takes at most three bytes in UTF-8. */
const chunk_units = 2_600
/** Incomplete texts kept. Chunks of one text follow each other closely. */
const open_max = 100
const chunks_max = 500
const head = /^([0-9a-f]{16}):(\d{1,3}):(\d{1,3}):/

/** Splits a text into distinct chunks that fit into a notification. */
export function splitIntoChunks(text: string): string[] {
  const id = randomBytes(8).toString('hex')
  const chunks: string[] = []
  for (let from = 0; from < text.length;) {
    let to = from + (isAscii(text, from) ? chunk_units * 3 : chunk_units)
    // Don't split surrogate pairs.
    if (to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to--
    chunks.push(text.slice(from, to))
    from = to
  }
  return chunks.map((chunk, nth) => `${id}:${nth}:${chunks.length}:${chunk}`)
}
const isAscii = (text: string, from: number) =>
  // oxlint-disable-next-line no-control-regex -- all of ASCII, control characters too
  /^[\x00-\x7f]*$/.test(text.slice(from, from + chunk_units * 3))

/** Reassembles chunks. Anything invalid or never completed is discarded. */
export class ChunkAssembler {
  readonly #open = new Map<string, { chunks: string[]; left: number }>()

  /** @returns the text after its last chunk; a payload that isn't a chunk is returned unchanged */
  add(payload: string): string | undefined {
    const [all, id = '', nth = '', of = ''] = head.exec(payload) ?? []
    const count = Number(of)
    if (all === undefined || count < 1 || count > chunks_max || Number(nth) >= count) return payload
    const chunk = payload.slice(all.length)
    if (count === 1) return chunk
    const text = this.#open.get(id) ?? { chunks: Array.from({ length: count }, () => ''), left: count }
    if (text.chunks.length !== count || text.chunks[Number(nth)] !== '') return undefined
    this.#open.set(id, text)
    text.chunks[Number(nth)] = chunk
    if (--text.left > 0) {
      for (const oldest of this.#open.keys()) if (this.#open.size > open_max) this.#open.delete(oldest)
      return undefined
    }
    this.#open.delete(id)
    return text.chunks.join('')
  }
}
