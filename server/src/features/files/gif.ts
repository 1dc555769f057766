/*
 * A GIF is a header and a list of blocks. Frames are copied unchanged, since encoding them again takes
 * seconds and loses colors; comments, metadata, application blocks and trailing data are dropped.
 */

const frame = 0x2c
const extension = 0x21
const trailer = 0x3b
const control = 0xf9
const application = 0xff
/** Application blocks with the number of loops. */
const loops = ['NETSCAPE2.0', 'ANIMEXTS1.0']
const headerBytes = 13
const descriptorBytes = 10

/** The size of the color table announced by the flags. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0)

/** The offset after the data at `from`: chunks of up to 255 bytes, the last one empty; -1 if truncated. */
function skipData(bytes: Buffer, from: number): number {
  for (let index = from; index < bytes.length;) {
    const length = bytes[index] ?? 0
    index += length + 1
    if (length === 0) return index
  }
  return -1
}

interface Block {
  end: number
  isFrame: boolean
  isKept: boolean
}
/** The block at `at`; undefined if there is none, or it is truncated. */
function blockAt(bytes: Buffer, at: number): Block | undefined {
  if (bytes[at] === frame) {
    const flags = bytes[at + descriptorBytes - 1] ?? 0
    // One byte is the code size.
    const end = skipData(bytes, at + descriptorBytes + tableBytes(flags) + 1)
    return end < 0 ? undefined : { end, isFrame: true, isKept: true }
  }
  if (bytes[at] !== extension) return undefined
  const label = bytes[at + 1]
  const end = skipData(bytes, at + 2)
  const isLoop = label === application && loops.includes(bytes.toString('latin1', at + 3, at + 14))
  return end < 0 ? undefined : { end, isFrame: false, isKept: label === control || isLoop }
}

/**
 * Copies a GIF with only its frames and timing.
 *
 * @returns `too_many` for more than `framesMax` frames; undefined for a damaged file
 */
export function cleanGif(bytes: Buffer, framesMax: number): Buffer | 'too_many' | undefined {
  let at = headerBytes + tableBytes(bytes[10] ?? 0)
  if (bytes.length < at || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return undefined
  const chunks = [bytes.subarray(0, at)]
  let frames = 0
  while (at < bytes.length && bytes[at] !== trailer) {
    const block = blockAt(bytes, at)
    if (!block) return undefined
    if (block.isKept) chunks.push(bytes.subarray(at, block.end))
    if (block.isFrame && ++frames > framesMax) return 'too_many'
    at = block.end
  }
  return frames > 0 ? Buffer.concat([...chunks, Buffer.of(trailer)]) : undefined
}
