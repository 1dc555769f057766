import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { crawlScene } from '../test/crawl-scene.ts'
import { type Handler, page } from '../../../../test/fake-site.ts'

const { site, origin, run } = await crawlScene()
/** A site of its own: requests of a run that was aborted may still arrive. */
const timed = await crawlScene()

describe('REL-20 a run stays within limits on any site and keeps what it has read', () => {
  test('a page of a gigabyte, an endless body, a gzip bomb and a hundred redirects each cost one page', async () => {
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
    const { lines } = await run()
    expect(lines).toEqual([
      'page /',
      'failed /huge too_large',
      'failed /endless too_large',
      'failed /bomb too_large',
      'failed /hop?n=0 too_many_redirects',
      'page /last',
    ])
    expect(site.asked.filter((path) => path.startsWith('/hop')).length).toBeLessThanOrEqual(11)
  })

  test('calendars, filters and ever deeper paths end automatically', async () => {
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
    const { lines, end } = await run({ pages_max: 3 })
    expect(lines).toEqual(['page /', 'page /a', 'page /b', 'skipped /c page_limit', 'skipped /d page_limit'])
    expect(end).toEqual({ is_complete: false, reason: 'page_limit' })
  })

  test('SEC-37 the start page with the proof of ownership lifts the limits', async () => {
    site.pages = {
      '*': (request, reply) =>
        reply.writeHead(200, { 'content-type': 'text/html' }).end(page(`P${request.url}`, '/a', '/b', '/c')),
    }
    const proven = { public_key: 'pk_mine', pages_max: 3, requests_per_s: 10_000 }
    expect((await run({ pages_max: 1, proven })).lines.filter((line) => line.startsWith('page'))).toEqual([
      'page /',
    ])
    // Strangers can enter text into a page.
    site.pages['/'] = page('data-key="pk_mine"', '/a', '/b', '/c')
    expect((await run({ pages_max: 1, proven })).lines.filter((line) => line.startsWith('page'))).toEqual([
      'page /',
    ])
    site.pages['/'] = `<script data-key="pk_mine"></script>${page('Domov', '/a', '/b', '/c')}`
    expect((await run({ pages_max: 1, proven })).lines.filter((line) => line.startsWith('page'))).toEqual([
      'page /',
      'page /a',
      'page /b',
    ])
  })

  test('limits of bytes and time, and a cancellation, end the run', async () => {
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

  test('SEC-37 requests keep the configured delay, or the site’s if it is longer', async () => {
    const times: number[] = []
    const stamp: Handler = (request, reply) => {
      times.push(performance.now())
      reply.writeHead(200, { 'content-type': 'text/html' }).end(page(`P${request.url}`, '/a', '/b', '/c'))
    }
    // As the site receives them, so a slow request arrives late and the next one seems early.
    const between_ms = () => (times[3] ?? 0) - (times[0] ?? 0)
    timed.site.pages = { '*': stamp, '/robots.txt': (_request, reply) => reply.writeHead(404).end() }
    await timed.run({ requests_per_s: 10 })
    expect(times.length).toBe(4)
    expect(between_ms()).toBeGreaterThan(150)
    times.length = 0
    timed.site.pages['/robots.txt'] = (_request, reply) => reply.end('User-agent: *\nCrawl-delay: 0.2')
    await timed.run({ requests_per_s: 1_000 })
    expect(between_ms()).toBeGreaterThan(400)
  })
})
