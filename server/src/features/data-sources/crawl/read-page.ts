import { createHash } from 'node:crypto'
import type { FailureReason } from '@ozvi/contract'
import type { EgressResult } from '#platform/egress/index.ts'
import type { Extractor } from '../extract/extractor.ts'
import type { ContentFormat, Extracted } from '../extract/read-content.ts'

export type PageReading =
  | { kind: 'page'; content: Extracted; hash: string; links: string[] }
  /** Not to be quoted; `links` may still be followed. */
  | { kind: 'skipped' | 'failed'; reason: FailureReason; links: string[] }

/** Media types that can be read; others are not downloaded. */
export const page_types = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/markdown',
  'text/x-markdown',
]

/** Equal for two items with the same content. */
export const contentHash = (title: string | null, text: string) =>
  createHash('sha256')
    .update(`${title ?? ''}\n${text}`)
    .digest('hex')

/** Reads a page that answered 2xx; what its header or its own robots tag forbids is not taken. */
export async function readPage(
  extractor: Extractor,
  url: URL,
  { headers, body }: EgressResult & { ok: true },
): Promise<PageReading> {
  const outcome = await extractor.extract({
    format: formatOf(headers['content-type'] ?? ''),
    bytes: body,
    content_type: headers['content-type'] ?? '',
    url: url.href,
  })
  if (!outcome.ok) return { kind: 'failed', reason: outcome.reason, links: [] }
  const { content } = outcome
  const orders = robotsOrders(headers['x-robots-tag'] ?? '')
  const links = orders.nofollow ? [] : content.links
  if (content.noindex || orders.noindex) return { kind: 'skipped', reason: 'noindex', links }
  if (!content.words) return { kind: 'skipped', reason: 'no_text', links }
  return { kind: 'page', content, hash: contentHash(content.title, content.text), links }
}

function formatOf(content_type: string): ContentFormat {
  if (/^text\/(x-)?markdown/i.test(content_type)) return 'markdown'
  return /^text\/plain/i.test(content_type) ? 'text' : 'html'
}

/** `X-Robots-Tag: noindex, otherbot: nofollow`: an order may be meant for another robot. */
function robotsOrders(header: string) {
  let robot = ''
  const orders = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [, name, order] = /^\s*(?:([\w-]+)\s*:\s*)?([\w-]+)/.exec(part) ?? []
    if (name && name !== 'unavailable_after') robot = name
    if (order && (!robot || robot === 'ozvibot' || robot === '*')) orders.add(order)
  }
  return {
    noindex: orders.has('noindex') || orders.has('none'),
    nofollow: orders.has('nofollow') || orders.has('none'),
  }
}
