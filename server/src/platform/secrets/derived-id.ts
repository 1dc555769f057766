import { createHash } from 'node:crypto'

/** A deterministic uuid of a text, used to make operations idempotent. */
export function derivedId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  // Version 8: custom bits (RFC 9562).
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
