import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEgress, type Egress } from '#platform/egress/index.ts'
import { createExtractor } from '../extract/extractor.ts'
import { fakeSite, type Handler, page } from '../test/fake-site.ts'
import { crawl } from './crawl.ts'
import { createPace } from './pace.ts'
import type { CrawlPlan, CrawlProgress, KnownPage, PageVisit, Visit } from './plan.ts'

let site: Awaited<ReturnType<typeof fakeSite>>
let origin = ''
let egress: Egress
const extractor = createExtractor()

beforeAll(async () => {
  site = await fakeSite()
  origin = site.origin
  egress = createEgress({
    allow: [site.host],
    log: { warn() {} },
    user_agent: 'OzviBot/1.0 (+https://ozvi.example)',
  })
})
afterAll(async () => {
  await egress.close()
  await extractor.close()
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
  const end = await crawl({ egress, extractor, pace: createPace() }, whole, {
    onVisit: async (visit) => void visits.push(visit),
    onProgress: async (now) => void progress.push(now),
    signal,
  })
  const told = visits.map((visit) => {
    const reason = 'reason' in visit ? ` ${visit.reason}` : ''
    return `${visit.kind} ${visit.url.replace(origin, '')}${reason}`
  })
  return { end, visits, told, progress }
}
describe('a website is read page by page', () => {
  test('links are followed once each, to the depth site.asked for, whatever they are dressed in', async () => {
    site.pages = {
      '/': page(
        'Domov',
        '/a',
        '/a#x',
        '/a?utm_source=mail',
        '/a/',
        'http://other.example/',
        'mailto:a@b.c',
        '/logo.png',
      ),
      '/a': page('A', '/', '/b', '/a?fbclid=1', '/cart?add-to-cart=3'),
      '/b': page('B', '/c'),
      '/c': page('C', '/d'),
    }
    const { told, end, progress } = await run({ depth: 2 })
    expect(told).toEqual(['page /', 'page /a', 'page /b'])
    expect(end).toEqual({ is_complete: true, reason: null })
    expect(progress.at(-1)).toEqual({
      found: 3,
      fetched: 2,
      skipped: 0,
      failed: 0,
      current_url: `${origin}/b`,
    })
    expect(site.asked).toEqual(['/robots.txt', '/', '/a', '/b'])
    site.asked = []
    expect((await run({ depth: 0 })).told).toEqual(['page /'])
  })

  test('what is read is title, clean text, language and hash', async () => {
    site.pages = {
      '/': '<html lang="sk"><title>Doprava | Obchod</title><nav>Menu</nav><main><h1>Doprava</h1><p>Balík do 2 dní.</p></main>',
    }
    const { visits } = await run()
    expect(visits[0]).toMatchObject({
      kind: 'page',
      depth: 0,
      content: { title: 'Doprava', text: 'Balík do 2 dní.', locale: 'sk' },
    })
  })

  test('globs choose: the start page is read for its links only when they leave it out', async () => {
    site.pages = { '/': page('Domov', '/docs', '/docs/a', '/docs/a/b', '/blog/x'), '*': page('Iné') }
    const titles = ['/docs', '/docs/a', '/docs/a/b', '/blog/x']
    for (const path of titles) site.pages[path] = page(path)
    expect((await run({ include: ['/docs/**'] })).told).toEqual([
      'page /docs',
      'page /docs/a',
      'page /docs/a/b',
    ])
    expect((await run({ include: ['/docs/*'], exclude: ['**/a'] })).told).toEqual(['page /docs'])
    expect((await run({ exclude: ['/docs/**', `${origin}/blog/*`] })).told).toEqual(['page /'])
  })

  test('canonical addresses and equal texts make one page of many', async () => {
    const red = `<link rel=canonical href="/shirt">${page('Tričko')}`
    site.pages = {
      '/': page('Domov', '/shirt?color=red', '/shirt?color=blue', '/copy', '/www'),
      '/shirt': red,
      '/copy': page('Domov', '/shirt?color=red', '/shirt?color=blue', '/copy', '/www'),
      '/www': (_request, reply) => reply.writeHead(301, { location: '/shirt' }).end(),
    }
    expect((await run()).told).toEqual(['page /', 'page /shirt'])
  })

  test('an old page in windows-1250 is read', async () => {
    const words: Record<string, number> = { Ž: 0x8e, ľ: 0xbe, ť: 0x9d, š: 0x9a, ý: 0xfd }
    const source = '<meta charset=windows-1250><p>Žltý ľahký šťastný</p>'
    site.pages = {
      '/': (_request, reply) =>
        reply
          .writeHead(200, { 'content-type': 'text/html' })
          .end(Buffer.from([...source].map((letter) => words[letter] ?? letter.charCodeAt(0)))),
    }
    const [first] = (await run()).visits as PageVisit[] // the one page is readable
    expect(first?.content.text).toBe('Žltý ľahký šťastný')
  })

  test('a sitemap as the start gives its pages, an index its lists, and links are not followed', async () => {
    const urls = (...paths: string[]) =>
      `<urlset>${paths.map((path) => `<url><loc> ${origin}${path}</loc></url>`).join('')}</urlset>`
    site.pages = {
      '/index.xml': (_request, reply) =>
        reply
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(
            `<?xml version="1.0"?><sitemapindex><sitemap><loc>${origin}/one.xml.gz</loc></sitemap></sitemapindex>`,
          ),
      '/one.xml.gz': (_request, reply) =>
        reply
          .writeHead(200, { 'content-type': 'application/gzip' })
          .end(gzipSync(urls('/a', '/b?x=1&amp;y=2'))),
      '/a': page('A', '/hidden'),
      '/b': page('B'),
      '/hidden': page('Skrytá'),
    }
    expect((await run({ start_url: `${origin}/index.xml`, depth: 0 })).told).toEqual([
      'page /a',
      'page /b?x=1&y=2',
    ])
  })

  test('sitemaps that robots.txt names are read too', async () => {
    site.pages = {
      '/robots.txt': (_request, reply) =>
        reply.end(`Sitemap: ${origin}/map.txt\nSitemap: http://other.example/s.xml`),
      '/map.txt': (_request, reply) =>
        reply.writeHead(200, { 'content-type': 'text/plain' }).end(`${origin}/island\n`),
      '/': page('Domov'),
      '/island': page('Ostrov'),
    }
    expect((await run()).told).toEqual(['page /', 'page /island'])
  })
})

describe('what cannot be taken is told with its reason', () => {
  test('SEC-37 robots.txt, noindex and nofollow are honoured', async () => {
    site.pages = {
      '/robots.txt': (_request, reply) =>
        reply.end(
          'User-agent: *\nDisallow: /\n\nUser-agent: OzviBot\nDisallow: /private\nAllow: /private/open',
        ),
      '/': page('Domov', '/private', '/private/open', '/meta', '/header', '/other'),
      '/private/open': page('Otvorená'),
      '/meta': `<meta name=robots content="noindex">${page('Meta', '/beyond')}`,
      '/header': (_request, reply) =>
        reply
          .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'noindex, nofollow' })
          .end(page('H', '/unseen')),
      '/other': (_request, reply) =>
        reply
          .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'otherbot: noindex' })
          .end(page('O')),
      '/beyond': page('Za ňou'),
      '/unseen': page('Nevidená'),
    }
    expect((await run()).told).toEqual([
      'page /',
      'skipped /private robots_denied',
      'page /private/open',
      'skipped /meta noindex',
      'skipped /header noindex',
      'page /other',
      'page /beyond',
    ])
    expect(site.asked).not.toContain('/private')
    expect(site.asked).not.toContain('/unseen')
  })

  test('each failing page has a reason of its own and the rest is read', async () => {
    site.pages = {
      '/': page(
        'Domov',
        '/missing',
        '/broken',
        '/film',
        '/letter.pdf',
        '/away',
        '/loop',
        '/empty',
        '/deep',
        '/binary',
        '/secret',
        '/last',
      ),
      '/broken': (_request, reply) => reply.writeHead(500).end(),
      '/secret': (_request, reply) => reply.writeHead(403).end(),
      '/film': (_request, reply) => reply.writeHead(200, { 'content-type': 'video/mp4' }).end('x'),
      '/away': (_request, reply) => reply.writeHead(302, { location: 'http://other.example/' }).end(),
      '/loop': (_request, reply) => reply.writeHead(302, { location: '/loop' }).end(),
      '/empty': '<main></main>',
      '/deep': '<div>'.repeat(10_000),
      '/binary': (_request, reply) =>
        reply.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.from([0, 1, 2])),
      '/last': page('Posledná'),
    }
    const { told, end } = await run()
    expect(told.toSorted()).toEqual(
      [
        'page /',
        'skipped /letter.pdf not_html',
        'failed /missing http_error',
        'failed /broken http_error',
        'skipped /film not_html',
        'skipped /away off_site',
        'failed /loop too_many_redirects',
        'skipped /empty no_text',
        'failed /deep too_deep',
        'failed /binary bad_encoding',
        'failed /secret http_error',
        'page /last',
      ].toSorted(),
    )
    expect(end).toEqual({ is_complete: true, reason: null })
  })

  test.each([
    ['http_error', { '/': (_request, reply) => void reply.writeHead(500).end() }],
    ['http_error', {}],
    ['robots_denied', { '/robots.txt': (_request, reply) => void reply.end('User-agent: *\nDisallow: /') }],
    [
      'http_error',
      { '/robots.txt': (_request, reply) => void reply.writeHead(503, { 'retry-after': '3600' }).end() },
    ],
    [
      'off_site',
      { '/': (_request, reply) => void reply.writeHead(302, { location: 'http://other.example/' }).end() },
    ],
    [
      'not_html',
      {
        '/': (_request, reply) =>
          void reply.writeHead(200, { 'content-type': 'application/xml' }).end('<rss/>'),
      },
    ],
  ] satisfies [string, Record<string, Handler>][])(
    'a start page that cannot be read ends the run: %s',
    async (reason, answers) => {
      site.pages = answers
      expect((await run()).end).toEqual({ is_complete: false, reason })
    },
  )

  test('an address that the guard blocks, and a host that is not there, end the run', async () => {
    expect((await run({ start_url: 'http://169.254.169.254/' })).end).toEqual({
      is_complete: false,
      reason: 'blocked_address',
    })
    const lost = createEgress({
      allow: [],
      log: { warn() {} },
      user_agent: 'x',
      resolver: () => Promise.reject(new Error('ENOTFOUND')),
    })
    const watch = { onVisit: async () => {}, async onProgress() {}, signal: new AbortController().signal }
    const plan = {
      start_url: 'http://nobody.example.com/',
      depth: 1,
      include: [],
      exclude: [],
      pages_max: 5,
      requests_per_s: 100,
      known: new Map(),
      recallLinks: async () => [],
    }
    expect(await crawl({ egress: lost, extractor, pace: createPace() }, plan, watch)).toEqual({
      is_complete: false,
      reason: 'unreachable',
    })
    await lost.close()
  })
})

describe('REL-20 whatever a site does, a run stays in bounds and keeps what it has', () => {
  test('a page of a gigabyte, a body without end, a gzip bomb and a hundred redirects cost one page each', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000, 'a'))
    site.pages = {
      '/': page('Domov', '/huge', '/endless', '/bomb', '/hop?n=0', '/last'),
      '/huge': (_request, reply) =>
        void reply
          .writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000_000_000 })
          .write(Buffer.alloc(8_000_000, 'a')),
      '/endless': (_request, reply) => {
        reply.writeHead(200, { 'content-type': 'text/html' })
        const pour = () => {
          while (!reply.destroyed && reply.write(Buffer.alloc(65_536, 'a'))) continue
          reply.once('drain', pour)
        }
        pour()
      },
      '/bomb': (_request, reply) =>
        reply.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb),
      '/hop': (request, reply) => {
        const n = Number(new URL(request.url ?? '', origin).searchParams.get('n'))
        reply.writeHead(302, { location: `/hop?n=${n + 1}` }).end()
      },
      '/last': page('Posledná'),
    }
    const { told } = await run()
    expect(told).toEqual([
      'page /',
      'failed /huge too_large',
      'failed /endless too_large',
      'failed /bomb too_large',
      'failed /hop?n=0 too_many_redirects',
      'page /last',
    ])
    expect(site.asked.filter((path) => path.startsWith('/hop')).length).toBeLessThanOrEqual(11)
  })

  test('calendars, filters and ever deeper paths end by themselves', async () => {
    site.pages = {
      '/': page('Domov', '/cal/2026/1', '/list?f=0', '/x/'),
      '*': (request, reply) => {
        const url = new URL(request.url ?? '', origin)
        const [, year = 0, month = 0] = /^\/cal\/(\d+)\/(\d+)/.exec(url.pathname) ?? []
        const next = year
          ? [`/cal/${+year + (+month > 11 ? 1 : 0)}/${(+month % 12) + 1}`]
          : [`?f=${Math.random()}`, `${url.pathname}x/`]
        reply.writeHead(200, { 'content-type': 'text/html' }).end(page(`Strana ${url.href}`, ...next))
      },
    }
    const { end } = await run({ pages_max: 2_000, depth: 1_000 })
    expect(end).toEqual({ is_complete: true, reason: null })
    expect(site.asked.length).toBeLessThan(1_000)
  })

  test('the page cap ends the run, and what was found beyond it is listed', async () => {
    site.pages = {
      '*': (request, reply) =>
        reply
          .writeHead(200, { 'content-type': 'text/html' })
          .end(page(`P${request.url}`, '/a', '/b', '/c', '/d')),
    }
    const { told, end } = await run({ pages_max: 3 })
    expect(told).toEqual(['page /', 'page /a', 'page /b', 'skipped /c page_limit', 'skipped /d page_limit'])
    expect(end).toEqual({ is_complete: false, reason: 'page_limit' })
  })

  test('SEC-37 the start page that names the proof lifts the limits', async () => {
    site.pages = {
      '*': (request, reply) =>
        reply.writeHead(200, { 'content-type': 'text/html' }).end(page(`P${request.url}`, '/a', '/b', '/c')),
    }
    const proven = { proof: 'data-key="pk_mine"', pages_max: 3, requests_per_s: 10_000 }
    expect((await run({ pages_max: 1, proven })).told.filter((line) => line.startsWith('page'))).toEqual([
      'page /',
    ])
    site.pages['/'] = `<script data-key="pk_mine"></script>${page('Domov', '/a', '/b', '/c')}`
    expect((await run({ pages_max: 1, proven })).told.filter((line) => line.startsWith('page'))).toEqual([
      'page /',
      'page /a',
      'page /b',
    ])
  })

  test('bytes, time and an abort end the run too', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `/p${index}`)
    site.pages = {
      '*': (request, reply) =>
        reply.writeHead(200, { 'content-type': 'text/html' }).end(page(`P${request.url}`, ...many)),
    }
    expect((await run({ bytes_max: 4_000 })).end).toEqual({ is_complete: false, reason: 'too_large' })
    expect((await run({ duration_max_ms: 200, requests_per_s: 5 })).end).toEqual({
      is_complete: false,
      reason: 'timeout',
    })
    const controller = new AbortController()
    const stopping = run({ requests_per_s: 5 }, controller.signal)
    controller.abort()
    expect((await stopping).end).toEqual({ is_complete: false, reason: null })
  })

  test('SEC-37 requests keep the pace that was agreed, and the longer one that the site asks for', async () => {
    const times: number[] = []
    const stamp: Handler = (request, reply) => {
      times.push(performance.now())
      reply.writeHead(200, { 'content-type': 'text/html' }).end(page(`P${request.url}`, '/a', '/b'))
    }
    site.pages = { '*': stamp, '/robots.txt': (_request, reply) => reply.writeHead(404).end() }
    await run({ requests_per_s: 20 })
    expect(times.length).toBe(3)
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(80)
    times.length = 0
    site.pages['/robots.txt'] = (_request, reply) => reply.end('User-agent: *\nCrawl-delay: 0.2')
    await run({ requests_per_s: 1_000 })
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(350)
  })
})

describe('a second run asks only for what changed', () => {
  const known = (pairs: [string, Partial<KnownPage>][]) =>
    new Map(
      pairs.map(([path, page_known]) => [
        `${origin}${path}`,
        { etag: null, last_modified: null, depth: 1, hash: null, ...page_known },
      ]),
    )
  const tagged =
    (tag: string, body: string): Handler =>
    (request, reply) => {
      if (request.headers['if-none-match'] === tag) reply.writeHead(304).end()
      else reply.writeHead(200, { 'content-type': 'text/html', etag: tag }).end(body)
    }

  test('unchanged pages answer 304, changed ones are read, vanished, moved and excluded ones are gone', async () => {
    site.pages = {
      '/': tagged('"1"', page('Domov', '/same')),
      '/same': tagged('"2"', page('Rovnaká')),
      '/changed': tagged('"4"', page('Zmenená', '/new')),
      '/moved': (_request, reply) => reply.writeHead(301, { location: '/target' }).end(),
      '/target': page('Cieľ'),
      '/new': page('Nová'),
      '/draft/x': page('Koncept'),
    }
    const { told, end } = await run({
      exclude: ['/draft/**'],
      known: known([
        ['/', { etag: '"1"', depth: 0 }],
        ['/same', { etag: '"2"' }],
        ['/changed', { etag: '"3"' }],
        ['/vanished', {}],
        ['/moved', {}],
        ['/draft/x', {}],
        ['/too/deep', { depth: 9 }],
      ]),
    })
    expect(told).toEqual([
      'gone /draft/x',
      'gone /too/deep',
      'unchanged /',
      'unchanged /same',
      'page /changed',
      'gone /vanished',
      'page /target',
      'gone /moved',
      'page /new',
    ])
    expect(end.is_complete).toBe(true)
  })

  test('what an unchanged page led to is remembered, so nothing behind it is lost', async () => {
    site.pages = { '/': tagged('"1"', page('Domov', '/a')), '/a': page('A', '/b'), '/b': page('B') }
    const first = await run()
    const kept = new Map(first.visits.map((visit) => [visit.url, visit]))
    expect(
      (
        await run({
          known: known([['/', { etag: '"1"', depth: 0 }]]),
          recallLinks: async (url) => {
            const visit = kept.get(url)
            return visit?.kind === 'page' ? visit.links : []
          },
        })
      ).told,
    ).toEqual(['unchanged /', 'page /a', 'page /b'])
  })

  test('a site that is down, or whose start page is missing, makes nothing gone', async () => {
    const pages_known = known([
      ['/', { depth: 0 }],
      ['/a', {}],
    ])
    expect(await run({ known: pages_known })).toMatchObject({
      told: ['failed / http_error'],
      end: { is_complete: false, reason: 'http_error' },
    })
    site.pages = { '/robots.txt': '', '/': page('Domov'), '*': (request) => request.socket.destroy() }
    const many = known(Array.from({ length: 30 }, (_, index): [string, object] => [`/p${index}`, {}]))
    const { told, end } = await run({ known: many })
    expect(told.filter((line) => line.startsWith('gone'))).toEqual([])
    expect(told.length).toBe(6)
    expect(end).toEqual({ is_complete: false, reason: 'unreachable' })
  })
})
