import { afterAll, beforeEach } from 'vitest'
import { createEgress } from '#platform/egress/index.ts'
import { openThread } from '#platform/threads/index.ts'
import { crawl } from '../crawl/crawl.ts'
import { createThrottle } from '../crawl/throttle.ts'
import type { CrawlPlan, CrawlProgress, Visit } from '../crawl/plan.ts'
import { createExtractor } from '../extract/extractor.ts'
import { fakeSite } from '../../../../test/fake-site.ts'

/** A site and a crawler of one test file; every test begins with an empty site. */
export async function crawlScene() {
  const site = await fakeSite()
  const { origin } = site
  const thread = openThread()
  const extractor = createExtractor(thread)
  const egress = createEgress({
    allow: [site.host],
    log: { warn() {} },
    user_agent: 'OzviBot/1.0 (+https://ozvi.example)',
  })
  afterAll(async () => {
    await egress.close()
    await thread.close()
    site.close()
  })
  beforeEach(() => {
    site.pages = {}
    site.asked = []
  })

  async function run(plan: Partial<CrawlPlan> = {}, signal = new AbortController().signal) {
    const visits: Visit[] = []
    const progress: CrawlProgress[] = []
    const whole: CrawlPlan = {
      start_url: `${origin}/`,
      depth: 5,
      include: [],
      exclude: [],
      pages_max: 50,
      requests_per_s: 10_000,
      known: new Map(),
      recallLinks: async () => [],
      ...plan,
    }
    const end = await crawl({ egress, extractor, throttle: createThrottle() }, whole, {
      onVisit: async (visit) => void visits.push(visit),
      onProgress: async (now) => void progress.push(now),
      onProven: async () => {},
      onUnread: async (urls, reason) =>
        void visits.push(...urls.map((url) => ({ kind: 'skipped' as const, url, reason }))),
      signal,
    })
    const lines = visits.map((visit) => {
      const reason = 'reason' in visit ? ` ${visit.reason}` : ''
      return `${visit.kind} ${visit.url.replace(origin, '')}${reason}`
    })
    return { end, visits, lines, progress }
  }
  return { site, origin, extractor, run }
}
