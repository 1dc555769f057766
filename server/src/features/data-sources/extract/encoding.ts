import { Unreadable } from './unreadable.ts'

/** How far into a document its own word on the encoding may stand; the HTML standard says 1,024 bytes. */
const prescan_bytes = 4_096

/**
 * Decodes a document: byte order mark, then the header's charset, then the document's own, then UTF-8; what is
 * not UTF-8 and does not say is taken for windows-1250, the old encoding of Central Europe.
 *
 * @throws Unreadable `bad_encoding`: an unknown charset, or bytes that are no text at all.
 */
export function decode(bytes: Uint8Array, content_type = ''): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, prescan_bytes))
  const named =
    bomOf(bytes) ??
    /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(content_type)?.[1] ??
    /<meta[^>]{0,500}charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]{0,200}encoding\s*=\s*["']([\w:.-]+)/i.exec(start)?.[1]
  const text = read(bytes, named)
  if (looksBinary(text)) throw new Unreadable('bad_encoding')
  return text
}

function bomOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

function read(bytes: Uint8Array, named: string | undefined): string {
  if (named && !/^utf-?8$/i.test(named)) {
    try {
      return new TextDecoder(named).decode(bytes)
    } catch {
      throw new Unreadable('bad_encoding')
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // A page that promised UTF-8 has a few broken characters; one that promised nothing is an old one.
    return new TextDecoder(named ? 'utf-8' : 'windows-1250').decode(bytes)
  }
}

/** Text has no NUL and hardly any control characters. */
function looksBinary(text: string): boolean {
  const head = text.slice(0, 100_000)
  if (head.includes('\0')) return true
  // oxlint-disable-next-line no-control-regex -- control characters are what is being counted
  const strange = head.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0
  return strange > Math.max(4, head.length / 20)
}
