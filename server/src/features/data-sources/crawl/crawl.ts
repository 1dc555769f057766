import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FailureReason } from '@ozvi/contract'
import type { Egress } from '#platform/egress/index.ts'
import type { Extractor } from '../extract/extractor.ts'
import { canonicalUrl, isSamePath, pageKey, siteOf } from './address.ts'
import { createFrontier, type Stop } from './frontier.ts'
import type { Throttle } from './throttle.ts'
import type { CrawlEnd, CrawlPlan, CrawlProgress, CrawlWatch, Visit } from './plan.ts'
import { page_types, readPage } from './read-page.ts'
import { statusReason } from './reasons.ts'
import { createHostClient } from './host-client.ts'
import { sitemap_bytes_max } from './sitemap.ts'

const page_bytes_max = 5_000_000
const page_timeout_ms = 30_000
const sitemaps_max = 20
/** Pages in a row without any answer, after which the site is taken for dead. */
const silences_max = 5
/** Unread pages are reported in groups of this size. */
const unread_at_once = 200
const links_kept_max = 500
/** So many links are looked at before everything else has its turn. */
const links_per_turn = 50
const list_types = [
  ...page_types,
  'application/xml',
  'text/xml',
  'application/gzip',
  'application/x-gzip',
  'application/octet-stream',
]
const silences = new Set<FailureReason>(['unreachable', 'timeout', 'blocked_address'])

/**
 * Crawls a website politely: it honors robots.txt and noindex, sends one request at a time at a limited rate,
 * stays on one site (with and without `www.`) and has limits for everything. Pages are reported one by one, so
 * a run that ends early keeps what it has read.
 * @throws whatever `watch.onVisit` throws; errors of the site are reported, not thrown.
 */
export async function crawl(
  tools: { egress: Egress; extractor: Extractor; throttle: Throttle },
  plan: CrawlPlan,
  watch: CrawlWatch,
): Promise<CrawlEnd> {
  const start = canonicalUrl(plan.start_url)
  if (!start) return { is_complete: false, reason: 'http_error' }
  const time = AbortSignal.timeout(plan.duration_max_ms ?? 3_600_000)
  const signal = AbortSignal.any([watch.signal, time])
  let limits: { pages_max: number; requests_per_s: number } = plan
  const site = createHostClient(tools, start, () => limits.requests_per_s, signal)
  const frontier = await createFrontier(plan, start)
  const progress: CrawlProgress = { found: 0, fetched: 0, skipped: 0, failed: 0, current_url: null }
  const hashes = new Set<string>()
  let bytes = 0
  let attempts = 0
  let silent = 0
  let is_list = false

  const isOnSite = (link: string) => {
    const url = canonicalUrl(link)
    return url !== undefined && siteOf(url) === siteOf(start)
  }
  const show = (current_url: string | null) => {
    progress.found = frontier.found
    progress.current_url = current_url
    return watch.onProgress({ ...progress })
  }
  async function reportProgress(visit: Visit) {
    if (visit.kind === 'page' || visit.kind === 'unchanged') progress.fetched++
    if (visit.kind === 'skipped') progress.skipped++
    if (visit.kind === 'failed') progress.failed++
    progress.found = frontier.found
    await watch.onVisit(visit, { ...progress })
  }
  async function follow(links: readonly string[], depth: number, isListed = false) {
    const left = { excluded: [] as string[], off_site: [] as string[], not_html: [] as string[] }
    for (const [at, link] of links.entries()) {
      if (at % links_per_turn === 0) await nextTurn()
      const url = canonicalUrl(link)
      if (!url) continue
      const welcome = frontier.add(url, depth, isListed)
      if (welcome === 'document') await reportProgress({ kind: 'skipped', url: url.href, reason: 'not_html' })
      // Every page that a sitemap lists is accounted for.
      if (isListed && (welcome === 'excluded' || welcome === 'off_site' || welcome === 'not_html'))
        left[welcome].push(url.href)
    }
    for (const reason of ['excluded', 'off_site', 'not_html'] as const)
      await leaveUnread(left[reason], reason)
  }

  /** Reports pages that were found but not read. */
  async function leaveUnread(urls: readonly string[], reason: FailureReason) {
    for (let at = 0; at < urls.length; at += unread_at_once) {
      const some = urls.slice(at, at + unread_at_once)
      progress.skipped += some.length
      progress.found = frontier.found
      await watch.onUnread(some, reason, { ...progress })
    }
  }

  async function sitemapIn(bytes: Uint8Array) {
    const outcome = await tools.extractor.readSitemap(bytes)
    return outcome.ok ? outcome.content : undefined
  }
  /** Reads the lists that a site offers of its own pages. */
  async function followSitemaps(addresses: readonly string[]) {
    const lists = [...addresses]
    for (let index = 0; index < Math.min(lists.length, sitemaps_max); index++) {
      const url = canonicalUrl(lists[index] ?? '')
      if (!url || !isOnSite(url.href)) continue
      const options = { max_bytes: sitemap_bytes_max, timeout_ms: page_timeout_ms }
      const reply = await site.get(url, options, () => true)
      if (reply.kind !== 'answer' || reply.answer.status !== 200) continue
      bytes += reply.answer.body.length
      const list = await sitemapIn(reply.answer.body)
      lists.push(...(list?.sitemaps ?? []).slice(0, sitemaps_max))
      await follow(list?.pages ?? [], Math.min(1, plan.depth), true)
    }
  }

  /** Visits one page; the result is reported unless it is an alias of another page. */
  async function visit({ url: requested_url, depth, known }: Stop): Promise<Visit | { kind: 'alias' }> {
    const is_start = requested_url === start
    const alias = known ? ({ kind: 'gone', url: requested_url.href } as const) : ({ kind: 'alias' } as const)
    const headers: Record<string, string> = { accept: 'text/html,application/xhtml+xml;q=0.9,text/*;q=0.8' }
    if (known?.etag) headers['if-none-match'] = known.etag
    if (known?.last_modified) headers['if-modified-since'] = known.last_modified
    const options = {
      headers,
      accept_types: is_start ? list_types : page_types,
      max_bytes: page_bytes_max,
      timeout_ms: page_timeout_ms,
    }
    const reply = await site.get(requested_url, options, frontier.claim)
    if (reply.kind === 'alias') return alias
    if (reply.kind !== 'answer') return { kind: reply.kind, url: requested_url.href, reason: reply.reason }
    const { url, answer } = reply
    bytes += answer.body.length
    if (answer.status === 304 && known) {
      if (known.hash) hashes.add(known.hash)
      if (!is_list) await follow(await plan.recallLinks(requested_url.href), depth + 1)
      return { kind: 'unchanged', url: requested_url.href }
    }
    if (answer.status === 404 || answer.status === 410) {
      return known && !is_start
        ? { kind: 'gone', url: requested_url.href }
        : { kind: 'failed', url: requested_url.href, reason: statusReason(answer.status) }
    }
    if (answer.status < 200 || answer.status >= 300)
      return { kind: 'failed', url: requested_url.href, reason: statusReason(answer.status) }

    if (is_start && plan.proven && (await tools.extractor.showsKey(answer.body, plan.proven.public_key))) {
      limits = plan.proven
      await watch.onProven()
    }
    const list = is_start ? await sitemapIn(answer.body) : undefined
    if (list) {
      is_list = true
      await follow(list.pages, Math.min(1, plan.depth), true)
      await followSitemaps(list.sitemaps)
      return { kind: 'alias' }
    }
    const type = answer.headers['content-type']?.toLowerCase() ?? page_types[0]
    if (!page_types.some((known_type) => type?.startsWith(known_type))) {
      return { kind: 'skipped', url: requested_url.href, reason: 'not_html' }
    }
    const page = await readPage(tools.extractor, url, answer)
    if (!is_list) await follow(page.links, depth + 1)
    if (page.kind !== 'page') return { kind: page.kind, url: url.href, reason: page.reason }
    if (!frontier.isWanted(url)) return alias

    const named = page.content.canonical ? canonicalUrl(page.content.canonical) : undefined
    const is_dress = named && pageKey(named) !== pageKey(url) && isSamePath(named, url)
    if (is_dress && !frontier.claim(named)) return alias
    if (hashes.has(page.hash)) return known ? alias : { kind: 'skipped', url: url.href, reason: 'duplicate' }
    hashes.add(page.hash)
    return {
      kind: 'page',
      url: (is_dress ? named : url).href,
      content: page.content,
      hash: page.hash,
      depth,
      links: page.links.filter(isOnSite).slice(0, links_kept_max),
      etag: answer.headers.etag ?? null,
      last_modified: answer.headers['last-modified'] ?? null,
    }
  }

  /** Why the run must not go on, however much is left. */
  function exhausted(): FailureReason | null {
    if (progress.fetched >= limits.pages_max || attempts >= limits.pages_max * 3 + 100) return 'page_limit'
    return bytes > (plan.bytes_max ?? 500_000_000) ? 'too_large' : null
  }

  async function run(): Promise<CrawlEnd> {
    for (const url of frontier.left_out) await reportProgress({ kind: 'gone', url })
    for (let stop = frontier.next(); stop; stop = frontier.next()) {
      const cap = exhausted()
      if (cap) {
        const rest = [stop, ...frontier.rest()]
        // Known pages lose their content, so each is reported separately.
        for (const { url } of rest.filter(({ known }) => known))
          await reportProgress({ kind: 'skipped', url: url.href, reason: 'page_limit' })
        await leaveUnread(
          rest.filter(({ known }) => !known).map(({ url }) => url.href),
          'page_limit',
        )
        return { is_complete: false, reason: cap }
      }
      await show(stop.url.href)
      attempts++
      const seen = await visit(stop)
      if (seen.kind !== 'alias') await reportProgress(seen)
      if (seen.kind === 'page' && stop.known && seen.url !== stop.url.href)
        await reportProgress({ kind: 'gone', url: stop.url.href })
      const reason = seen.kind === 'failed' || seen.kind === 'skipped' ? seen.reason : null
      const goes_on =
        reason === null || reason === 'noindex' || reason === 'no_text' || reason === 'duplicate'
      if (stop.url === start && !goes_on) return { is_complete: false, reason }
      silent = reason && silences.has(reason) ? silent + 1 : 0
      if (silent >= silences_max) return { is_complete: false, reason }
      if (stop.url === start && plan.depth > 0 && !is_list)
        await followSitemaps((await site.robots(stop.url)).sitemaps)
    }
    return { is_complete: true, reason: null }
  }

  try {
    return await run()
  } catch (error) {
    if (!signal.aborted) throw error
    return { is_complete: false, reason: time.aborted && !watch.signal.aborted ? 'timeout' : null }
  }
}
