import type { FailureReason } from '@ozvi/contract'
import { hour_ms } from '@ozvi/contract'
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
import { createTurns } from '#platform/turns.ts'

const page_bytes_max = 5_000_000
const page_timeout_ms = 30_000
const sitemaps_max = 20
/** Consecutive pages without a response after which the crawl stops. */
const silences_max = 5
/** Unread pages are reported in groups of this size. */
const unread_at_once = 200
const links_kept_max = 500
const list_types = [
  ...page_types,
  'application/xml',
  'text/xml',
  'application/gzip',
  'application/x-gzip',
  'application/octet-stream',
]
/** Pages that were read, but not kept. */
const contentReasons = new Set<FailureReason>(['noindex', 'no_text', 'duplicate'])
const silences = new Set<FailureReason>(['unreachable', 'timeout', 'blocked_address'])

type Answer = Extract<
  Awaited<ReturnType<ReturnType<typeof createHostClient>['get']>>,
  { kind: 'answer' }
>['answer']
/** `alias`: another URL of a page that is reported separately. */
type Outcome = Visit | { kind: 'alias' }

const aliasOf = ({ url, known }: Stop): Outcome =>
  known ? { kind: 'gone', url: url.href } : { kind: 'alias' }

interface CrawlTools {
  egress: Egress
  extractor: Extractor
  throttle: Throttle
}

/**
 * Crawls a website politely: it honors robots.txt and noindex, sends one request at a time at a limited rate,
 * stays on one site (with and without `www.`) and has limits for everything. Pages are reported one by one, so
 * a run that ends early keeps what it has read.
 * @throws whatever `watch.onVisit` throws; errors of the site are reported, not thrown.
 */
export async function crawl(tools: CrawlTools, plan: CrawlPlan, watch: CrawlWatch): Promise<CrawlEnd> {
  const start = canonicalUrl(plan.start_url)
  if (!start) return { is_complete: false, reason: 'http_error' }
  const time = AbortSignal.timeout(plan.duration_max_ms ?? hour_ms)
  const signal = AbortSignal.any([watch.signal, time])
  const frontier = await createFrontier(plan, start)
  try {
    return await new Crawl({ tools, plan, watch, start, frontier, signal }).run()
  } catch (error) {
    if (!signal.aborted) throw error
    return { is_complete: false, reason: time.aborted && !watch.signal.aborted ? 'timeout' : null }
  }
}

interface CrawlParts {
  tools: CrawlTools
  plan: CrawlPlan
  watch: CrawlWatch
  start: URL
  frontier: Awaited<ReturnType<typeof createFrontier>>
  signal: AbortSignal
}

/** One run over a website. */
class Crawl {
  readonly #tools: CrawlTools
  readonly #plan: CrawlPlan
  readonly #watch: CrawlWatch
  readonly #start: URL
  readonly #frontier: CrawlParts['frontier']
  readonly #site: ReturnType<typeof createHostClient>
  readonly #progress: CrawlProgress = { found: 0, fetched: 0, skipped: 0, failed: 0, current_url: null }
  readonly #hashes = new Set<string>()
  #limits: { pages_max: number; requests_per_s: number }
  #bytes = 0
  #attempts = 0
  /** Consecutive pages without a response. */
  #silent = 0
  /** The start address is a sitemap. */
  #is_list = false

  constructor({ tools, plan, watch, start, frontier, signal }: CrawlParts) {
    this.#tools = tools
    this.#plan = plan
    this.#watch = watch
    this.#start = start
    this.#frontier = frontier
    this.#limits = plan
    this.#site = createHostClient(tools, start, () => this.#limits.requests_per_s, signal)
  }

  #isOnSite(link: string) {
    const url = canonicalUrl(link)
    return url !== undefined && siteOf(url) === siteOf(this.#start)
  }

  #show(current_url: string | null) {
    this.#progress.found = this.#frontier.found
    this.#progress.current_url = current_url
    return this.#watch.onProgress({ ...this.#progress })
  }

  async #reportProgress(visit: Visit) {
    if (visit.kind === 'page' || visit.kind === 'unchanged') this.#progress.fetched++
    if (visit.kind === 'skipped') this.#progress.skipped++
    if (visit.kind === 'failed') this.#progress.failed++
    this.#progress.found = this.#frontier.found
    await this.#watch.onVisit(visit, { ...this.#progress })
  }

  async #follow(links: readonly string[], depth: number, isListed = false) {
    const skipped = { excluded: [] as string[], off_site: [] as string[], not_html: [] as string[] }
    const takeTurns = createTurns()
    for (const link of links) {
      await takeTurns()
      const url = canonicalUrl(link)
      if (!url) continue
      const welcome = this.#frontier.add(url, depth, isListed)
      if (welcome === 'document')
        await this.#reportProgress({ kind: 'skipped', url: url.href, reason: 'not_html' })
      // Every page in a sitemap is reported, also those that are skipped.
      if (isListed && (welcome === 'excluded' || welcome === 'off_site' || welcome === 'not_html'))
        skipped[welcome].push(url.href)
    }
    for (const reason of ['excluded', 'off_site', 'not_html'] as const)
      await this.#leaveUnread(skipped[reason], reason)
  }

  /** Reports pages that were found but not read. */
  async #leaveUnread(urls: readonly string[], reason: FailureReason) {
    for (let index = 0; index < urls.length; index += unread_at_once) {
      const some = urls.slice(index, index + unread_at_once)
      this.#progress.skipped += some.length
      this.#progress.found = this.#frontier.found
      await this.#watch.onUnread(some, reason, { ...this.#progress })
    }
  }

  async #sitemapIn(bytes: Uint8Array) {
    const outcome = await this.#tools.extractor.readSitemap(bytes)
    return outcome.ok ? outcome.content : undefined
  }

  /** Reads the sitemaps of the site. */
  async #followSitemaps(addresses: readonly string[]) {
    const lists = [...addresses]
    for (let index = 0; index < Math.min(lists.length, sitemaps_max); index++) {
      const url = canonicalUrl(lists[index] ?? '')
      if (!url || !this.#isOnSite(url.href)) continue
      const options = { max_bytes: sitemap_bytes_max, timeout_ms: page_timeout_ms }
      const reply = await this.#site.get(url, options, () => true)
      if (reply.kind !== 'answer' || reply.answer.status !== 200) continue
      this.#bytes += reply.answer.body.length
      const list = await this.#sitemapIn(reply.answer.body)
      lists.push(...(list?.sitemaps ?? []).slice(0, sitemaps_max))
      await this.#follow(list?.pages ?? [], Math.min(1, this.#plan.depth), true)
    }
  }

  /** Visits one page; the result is reported unless it is an alias of another page. */
  async #visit(stop: Stop): Promise<Outcome> {
    const { url: requested_url, known } = stop
    const is_start = requested_url === this.#start
    const headers: Record<string, string> = { accept: 'text/html,application/xhtml+xml;q=0.9,text/*;q=0.8' }
    if (known?.etag) headers['if-none-match'] = known.etag
    if (known?.last_modified) headers['if-modified-since'] = known.last_modified
    const options = {
      headers,
      accept_types: is_start ? list_types : page_types,
      max_bytes: page_bytes_max,
      timeout_ms: page_timeout_ms,
    }
    const reply = await this.#site.get(requested_url, options, this.#frontier.claim)
    if (reply.kind === 'alias') return aliasOf(stop)
    if (reply.kind !== 'answer') return { kind: reply.kind, url: requested_url.href, reason: reply.reason }
    const { url, answer } = reply
    this.#bytes += answer.body.length
    return (await this.#withoutPage(stop, answer)) ?? this.#readAnswer(stop, url, answer)
  }

  /** @returns the result of an answer without a new page */
  async #withoutPage({ url: requested_url, depth, known }: Stop, answer: Answer): Promise<Visit | undefined> {
    const is_start = requested_url === this.#start
    if (answer.status === 304 && known) {
      if (known.hash) this.#hashes.add(known.hash)
      if (!this.#is_list) await this.#follow(await this.#plan.recallLinks(requested_url.href), depth + 1)
      return { kind: 'unchanged', url: requested_url.href }
    }
    if (answer.status === 404 || answer.status === 410) {
      return known && !is_start
        ? { kind: 'gone', url: requested_url.href }
        : { kind: 'failed', url: requested_url.href, reason: statusReason(answer.status) }
    }
    if (answer.status < 200 || answer.status >= 300)
      return { kind: 'failed', url: requested_url.href, reason: statusReason(answer.status) }
    return undefined
  }

  /** Reads a page, or a sitemap given as the start address. */
  async #readAnswer(stop: Stop, url: URL, answer: Answer): Promise<Outcome> {
    const { url: requested_url, depth, known } = stop
    const alias = aliasOf(stop)
    if (requested_url === this.#start) {
      await this.#raiseLimitsIfProven(answer.body)
      if (await this.#followStartSitemap(answer.body)) return { kind: 'alias' }
    }
    const type = answer.headers['content-type']?.toLowerCase() ?? page_types[0]
    if (!page_types.some((known_type) => type?.startsWith(known_type))) {
      return { kind: 'skipped', url: requested_url.href, reason: 'not_html' }
    }
    const page = await readPage(this.#tools.extractor, url, answer)
    if (!this.#is_list) await this.#follow(page.links, depth + 1)
    if (page.kind !== 'page') return { kind: page.kind, url: url.href, reason: page.reason }
    if (!this.#frontier.isIncluded(url)) return alias

    const canonical = page.content.canonical ? canonicalUrl(page.content.canonical) : undefined
    const isOtherAddress = canonical && pageKey(canonical) !== pageKey(url) && isSamePath(canonical, url)
    if (isOtherAddress && !this.#frontier.claim(canonical)) return alias
    if (this.#hashes.has(page.hash))
      return known ? alias : { kind: 'skipped', url: url.href, reason: 'duplicate' }
    this.#hashes.add(page.hash)
    return {
      kind: 'page',
      url: (isOtherAddress ? canonical : url).href,
      content: page.content,
      hash: page.hash,
      depth,
      links: page.links.filter((link) => this.#isOnSite(link)).slice(0, links_kept_max),
      etag: answer.headers.etag ?? null,
      last_modified: answer.headers['last-modified'] ?? null,
    }
  }

  async #raiseLimitsIfProven(bytes: Uint8Array): Promise<void> {
    const { proven } = this.#plan
    if (!proven || !(await this.#tools.extractor.showsKey(bytes, proven.public_key))) return
    this.#limits = proven
    await this.#watch.onProven()
  }

  /** @returns whether the start address is a sitemap */
  async #followStartSitemap(bytes: Uint8Array): Promise<boolean> {
    const list = await this.#sitemapIn(bytes)
    if (!list) return false
    this.#is_list = true
    await this.#follow(list.pages, Math.min(1, this.#plan.depth), true)
    await this.#followSitemaps(list.sitemaps)
    return true
  }

  /** Returns the limit that the run has reached. */
  #exhausted(): FailureReason | null {
    if (
      this.#progress.fetched >= this.#limits.pages_max ||
      this.#attempts >= this.#limits.pages_max * 3 + 100
    )
      return 'page_limit'
    return this.#bytes > (this.#plan.bytes_max ?? 500_000_000) ? 'too_large' : null
  }

  async run(): Promise<CrawlEnd> {
    for (const url of this.#frontier.left_out) await this.#reportProgress({ kind: 'gone', url })
    for (let stop = this.#frontier.next(); stop; stop = this.#frontier.next()) {
      const limit = this.#exhausted()
      if (limit) {
        await this.#leaveRest(stop)
        return { is_complete: false, reason: limit }
      }
      await this.#show(stop.url.href)
      this.#attempts++
      const outcome = await this.#visit(stop)
      if (outcome.kind !== 'alias') await this.#reportProgress(outcome)
      if (outcome.kind === 'page' && stop.known && outcome.url !== stop.url.href)
        await this.#reportProgress({ kind: 'gone', url: stop.url.href })
      const reason = outcome.kind === 'failed' || outcome.kind === 'skipped' ? outcome.reason : null
      if (this.#mustStop(stop, reason)) return { is_complete: false, reason }
      if (stop.url === this.#start && this.#plan.depth > 0 && !this.#is_list)
        await this.#followSitemaps((await this.#site.robots(stop.url)).sitemaps)
    }
    return { is_complete: true, reason: null }
  }

  /** Reports the pages that remain at a limit. */
  async #leaveRest(next: Stop) {
    const rest = [next, ...this.#frontier.rest()]
    // Known pages lose their content, so each is reported separately.
    for (const { url } of rest.filter(({ known }) => known))
      await this.#reportProgress({ kind: 'skipped', url: url.href, reason: 'page_limit' })
    await this.#leaveUnread(
      rest.filter(({ known }) => !known).map(({ url }) => url.href),
      'page_limit',
    )
  }

  /** Whether the start page failed, or the site doesn't answer anymore. */
  #mustStop({ url }: Stop, reason: FailureReason | null): boolean {
    if (url === this.#start && reason && !contentReasons.has(reason)) return true
    this.#silent = reason && silences.has(reason) ? this.#silent + 1 : 0
    return this.#silent >= silences_max
  }
}
