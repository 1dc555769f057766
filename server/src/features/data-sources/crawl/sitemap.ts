import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** Decoded; the protocol allows 50 MB, which no site of ours needs. */
export const sitemap_bytes_max = 10_000_000

/** The protocol's own limit. */
const addresses_max = 50_000
/** The protocol's limit for an address, with room for markup. */
const element_chars_max = 4_000

export interface Sitemap {
  /** Further sitemaps, when this one is an index. */
  sitemaps: string[]
  pages: string[]
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#38': '&',
  '#39': "'",
}

/**
 * Reads a sitemap (sitemaps.org: XML, an index of such, or a plain list), gzipped or not. Runs in a thread.
 *
 * @returns undefined for anything else.
 */
export async function readSitemap(body: Uint8Array): Promise<Sitemap | undefined> {
  const text = (await plain(Buffer.from(body.buffer, body.byteOffset, body.byteLength)))?.toString('utf8')
  if (text === undefined) return undefined
  const root = /<(?:\w+:)?(urlset|sitemapindex)[\s>]/.exec(text.slice(0, 5_000))?.[1]
  if (!root) {
    const lines = text
      .split(/\s+/, addresses_max + 2)
      .filter(Boolean)
      .slice(0, addresses_max)
    return lines.length && lines.every((line) => /^https?:\/\/\S/.test(line))
      ? { sitemaps: [], pages: lines }
      : undefined
  }
  const urls = addressesIn(text)
  return root === 'urlset' ? { sitemaps: [], pages: urls } : { sitemaps: urls, pages: [] }
}

const cdata = '<![CDATA['
/** The contents of `<loc>` elements, at most `addresses_max` of them. */
function addressesIn(text: string): string[] {
  const urls: string[] = []
  for (const { 0: tag, index } of text.matchAll(/<(?:\w{1,20}:)?loc>/g)) {
    const from = index + tag.length
    const end = text.indexOf('</', from)
    if (end < 0 || urls.length >= addresses_max) break
    const inner = text.slice(from, Math.min(end, from + element_chars_max)).trim()
    const written = inner.startsWith(cdata) ? (inner.slice(cdata.length).split(']')[0] ?? '') : inner
    const [address = ''] = written.trim().split(/[\s<]/, 1)
    if (address) urls.push(address.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole))
  }
  return urls
}

async function plain(bytes: Buffer): Promise<Buffer | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: sitemap_bytes_max })
  } catch {
    return undefined
  }
}
