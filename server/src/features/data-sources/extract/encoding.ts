import { ExtractionError } from './extraction-error.ts'

/** How far into a document its encoding declaration is searched; the HTML standard says 1,024 bytes. */
const prescan_bytes = 4_096
/** A name of an encoding, with the signs and spaces before it. */
const value_chars_max = 100

/**
 * Decodes a document by its byte order mark, else the header's charset, else the document's declaration, else
 * as UTF-8; without a declaration, invalid UTF-8 is decoded as windows-1250, the old encoding of Central
 * Europe.
 * @throws ExtractionError `bad_encoding`: an unknown charset, or binary data.
 */
export function decode(bytes: Uint8Array, content_type = ''): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, prescan_bytes)).toLowerCase()
  const declared =
    bomOf(bytes) ?? valueOf('charset', content_type.toLowerCase()) ?? metaCharset(start) ?? xmlEncoding(start)
  const text = read(bytes, declared)
  if (looksBinary(text)) throw new ExtractionError('bad_encoding')
  return text
}

/** The value of `name = "value"` in a lower-case text, wherever it first has one. */
function valueOf(name: string, text: string): string | undefined {
  for (let index = text.indexOf(name); index >= 0; index = text.indexOf(name, index + 1)) {
    const after = text.slice(index + name.length, index + name.length + value_chars_max)
    const value = /^\s{0,10}=\s{0,10}["']?\s{0,10}([\w:.-]+)/.exec(after)?.[1]
    if (value) return value
  }
  return undefined
}
function metaCharset(start: string): string | undefined {
  for (let index = start.indexOf('<meta'); index >= 0; index = start.indexOf('<meta', index + 1)) {
    const end = start.indexOf('>', index)
    const charset = valueOf('charset', start.slice(index, end < 0 ? undefined : end))
    if (charset || end < 0) return charset
  }
  return undefined
}
function xmlEncoding(start: string): string | undefined {
  return start.startsWith('<?xml') ? valueOf('encoding', start.slice(0, start.indexOf('>'))) : undefined
}

function bomOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

function read(bytes: Uint8Array, declared: string | undefined): string {
  if (declared && !/^utf-?8$/i.test(declared)) {
    try {
      return new TextDecoder(declared).decode(bytes)
    } catch {
      throw new ExtractionError('bad_encoding')
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // A page that promised UTF-8 has a few broken characters; one that promised nothing is an old one.
    return new TextDecoder(declared ? 'utf-8' : 'windows-1250').decode(bytes)
  }
}

/** Text has no NUL and hardly any control characters. */
function looksBinary(text: string): boolean {
  const head = text.slice(0, 100_000)
  if (head.includes('\0')) return true
  // oxlint-disable-next-line no-control-regex -- counts control characters
  const strange = head.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0
  return strange > Math.max(4, head.length / 20)
}
