import { createHash } from 'node:crypto'

/** The same uuid for the same text, so that what is done twice is there once. */
export function derivedId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  // Version 8: the bits are ours (RFC 9562).
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
