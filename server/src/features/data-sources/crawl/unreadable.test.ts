import { describe, expect, test } from 'vitest'
import { createEgress } from '#platform/egress/index.ts'
import { crawlScene } from '../test/crawl-scene.ts'
import { type Handler, page } from '../../../../test/fake-site.ts'
import { crawl } from './crawl.ts'
import { createThrottle } from './throttle.ts'

const { site, extractor, run } = await crawlScene()

describe('invalid documents are reported with their reason', () => {
  test('SEC-37 robots.txt, noindex and nofollow are respected', async () => {
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
    expect((await run()).lines).toEqual([
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

  test('each failed page has its own reason, and the others are read', async () => {
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
    const { lines, end } = await run()
    expect(lines.toSorted()).toEqual(
      [
        'page /',
        'skipped /letter.pdf not_html',
        'failed /missing http_missing',
        'failed /broken http_broken',
        'skipped /film not_html',
        'skipped /away off_site',
        'failed /loop too_many_redirects',
        'skipped /empty no_text',
        'failed /deep too_deep',
        'failed /binary bad_encoding',
        'failed /secret http_denied',
        'page /last',
      ].toSorted(),
    )
    expect(end).toEqual({ is_complete: true, reason: null })
  })

  test.each([
    ['http_broken', { '/': (_request, reply) => void reply.writeHead(500).end() }],
    ['http_denied', { '/': (_request, reply) => void reply.writeHead(401).end() }],
    ['http_denied', { '/': (_request, reply) => void reply.writeHead(403).end() }],
    ['http_busy', { '/': (_request, reply) => void reply.writeHead(429, { 'retry-after': '3600' }).end() }],
    ['http_error', { '/': (_request, reply) => void reply.writeHead(418).end() }],
    ['http_missing', {}],
    ['robots_denied', { '/robots.txt': (_request, reply) => void reply.end('User-agent: *\nDisallow: /') }],
    [
      'http_broken',
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

  test('a URL that the guard blocks and an unknown host end the run', async () => {
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
    const watch = {
      async onVisit() {},
      async onProgress() {},
      async onProven() {},
      async onUnread() {},
      signal: new AbortController().signal,
    }
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
    expect(await crawl({ egress: lost, extractor, throttle: createThrottle() }, plan, watch)).toEqual({
      is_complete: false,
      reason: 'unreachable',
    })
    await lost.close()
  })
})
