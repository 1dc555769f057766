import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** Decoded; the protocol allows 50 MB, which no site of ours needs. */
export const sitemap_bytes_max = 10_000_000

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
 * Reads a sitemap (sitemaps.org: XML, an index of such, or a plain list), gzipped or not.
 *
 * @returns undefined for anything else.
 */
export async function readSitemap(bytes: Buffer): Promise<Sitemap | undefined> {
  const text = (await plain(bytes))?.toString('utf8')
  if (text === undefined) return undefined
  const root = /<(?:\w+:)?(urlset|sitemapindex)[\s>]/.exec(text.slice(0, 5_000))?.[1]
  if (!root) {
    const lines = text.split(/\s+/).filter(Boolean)
    return lines.length && lines.every((line) => /^https?:\/\/\S+$/.test(line))
      ? { sitemaps: [], pages: lines }
      : undefined
  }
  const found = [...text.matchAll(/<(?:\w+:)?loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]+)/g)].map(
    ([, address = '']) => address.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole),
  )
  return root === 'urlset' ? { sitemaps: [], pages: found } : { sitemaps: found, pages: [] }
}

async function plain(bytes: Buffer): Promise<Buffer | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: sitemap_bytes_max })
  } catch {
    return undefined
  }
}
