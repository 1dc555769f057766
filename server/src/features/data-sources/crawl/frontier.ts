import { canonicalUrl, createTrapDetector, pageKey, contentTypeOf, siteOf, url_chars_max } from './address.ts'
import { compileGlob } from './glob.ts'
import type { CrawlPlan, KnownPage } from './plan.ts'
import { createTurns } from '#platform/turns.ts'

export interface Stop {
  url: URL
  depth: number
  known: KnownPage | undefined
}

/**
 * The outcome for a link: `queued`, `document` that can't be read, `excluded` by the globs, `off_site`,
 * `not_html` for other files, or `ignored`: known, too deep or a trap.
 */
export type LinkOutcome = 'queued' | 'document' | 'excluded' | 'off_site' | 'not_html' | 'ignored'

/** The pages of one site still to be read, each once, nearest first. */
export interface Frontier {
  /** Pages found, including those already read. */
  readonly found: number
  /** @param isListed a sitemap names it, so it is no page without end */
  add(url: URL, depth: number, isListed?: boolean): LinkOutcome
  /** Takes an address for the page at hand; false when it is another page's. */
  claim(url: URL): boolean
  /** Whether the URL matches the globs and is on the site. */
  isIncluded(url: URL): boolean
  next(): Stop | undefined
  /** Known pages that the plan leaves out now. */
  left_out: string[]
  /** The pages never read, for the final report. */
  rest(): Stop[]
}

/** Pages of sitemaps, which are accounted for however few are read. */
const listed_max = 100_000

export async function createFrontier(plan: CrawlPlan, start: URL): Promise<Frontier> {
  const site = siteOf(start)
  const isTrap = createTrapDetector()
  const queue: Stop[] = []
  const claimed = new Set<string>()
  const left_out: string[] = []
  const found_max = Math.max(plan.pages_max, plan.proven?.pages_max ?? 0) * 5 + 500
  let head = 0

  const include = plan.include.map(compileGlob)
  const exclude = plan.exclude.map(compileGlob)
  const isIncluded = (url: URL) =>
    siteOf(url) === site &&
    (!include.length || include.some((matches) => matches(url))) &&
    !exclude.some((matches) => matches(url))

  const claim = (url: URL) => {
    const key = pageKey(url)
    if (claimed.has(key)) return false
    claimed.add(key)
    return true
  }
  const cached = new Map<string, { text: string; url: URL; page: KnownPage }>()
  const takeTurns = createTurns()
  for (const [text, page] of plan.known) {
    await takeTurns()
    const url = canonicalUrl(text)
    if (url) cached.set(pageKey(url), { text, url, page })
  }
  claim(start)
  queue.push({ url: start, depth: 0, known: cached.get(pageKey(start))?.page })
  const nearest = [...cached.values()].sort((a, b) => a.page.depth - b.page.depth)
  for (const { text, url, page } of nearest) {
    await takeTurns()
    if (page.depth > plan.depth || !isIncluded(url)) {
      if (pageKey(url) !== pageKey(start)) left_out.push(text)
    } else if (claim(url)) queue.push({ url, depth: page.depth, known: page })
  }

  return {
    get found() {
      return queue.length
    },
    left_out,
    claim,
    isIncluded,
    add(url, depth, isListed = false) {
      const found_most = isListed ? listed_max : found_max
      if (depth > plan.depth || queue.length >= found_most || url.href.length > url_chars_max)
        return 'ignored'
      if (claimed.has(pageKey(url))) return 'ignored'
      if (siteOf(url) !== site) return 'off_site'
      if (!isIncluded(url)) return 'excluded'
      const promise = contentTypeOf(url)
      if (promise === 'none') return 'not_html'
      if (!isListed && isTrap(url)) return 'ignored'
      claim(url)
      if (promise === 'document') return 'document'
      queue.push({ url, depth, known: undefined })
      return 'queued'
    },
    next: () => queue[head++],
    rest: () => queue.slice(head),
  }
}
