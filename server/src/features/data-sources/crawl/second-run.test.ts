import { describe, expect, test } from 'vitest'
import { crawlScene } from '../test/crawl-scene.ts'
import { type Handler, page } from '../../../../test/fake-site.ts'
import type { KnownPage } from './plan.ts'

const { site, origin, run } = await crawlScene()

describe('a second run requests only what changed', () => {
  const existing = (pairs: [string, Partial<KnownPage>][]) =>
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

  test('unchanged pages answer 304, changed ones are read, vanished, moved and excluded ones are removed', async () => {
    site.pages = {
      '/': tagged('"1"', page('Domov', '/same')),
      '/same': tagged('"2"', page('Rovnaká')),
      '/changed': tagged('"4"', page('Zmenená', '/new')),
      '/moved': (_request, reply) => reply.writeHead(301, { location: '/target' }).end(),
      '/target': page('Cieľ'),
      '/new': page('Nová'),
      '/draft/x': page('Koncept'),
    }
    const { lines, end } = await run({
      exclude: ['/draft/**'],
      known: existing([
        ['/', { etag: '"1"', depth: 0 }],
        ['/same', { etag: '"2"' }],
        ['/changed', { etag: '"3"' }],
        ['/vanished', {}],
        ['/moved', {}],
        ['/draft/x', {}],
        ['/too/deep', { depth: 9 }],
      ]),
    })
    expect(lines).toEqual([
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

  test('links of an unchanged page are remembered, so pages behind it stay', async () => {
    site.pages = { '/': tagged('"1"', page('Domov', '/a')), '/a': page('A', '/b'), '/b': page('B') }
    const first = await run()
    const saved = new Map(first.visits.map((visit) => [visit.url, visit]))
    expect(
      (
        await run({
          known: existing([['/', { etag: '"1"', depth: 0 }]]),
          recallLinks: async (url) => {
            const visit = saved.get(url)
            return visit?.kind === 'page' ? visit.links : []
          },
        })
      ).lines,
    ).toEqual(['unchanged /', 'page /a', 'page /b'])
  })

  test('a site that is down, or whose start page is missing, removes no pages', async () => {
    const pages_known = existing([
      ['/', { depth: 0 }],
      ['/a', {}],
    ])
    expect(await run({ known: pages_known })).toMatchObject({
      lines: ['failed / http_missing'],
      end: { is_complete: false, reason: 'http_missing' },
    })
    site.pages = { '/robots.txt': '', '/': page('Domov'), '*': (request) => request.socket.destroy() }
    const many = existing(Array.from({ length: 30 }, (_, index): [string, object] => [`/p${index}`, {}]))
    const { lines, end } = await run({ known: many })
    expect(lines.filter((line) => line.startsWith('gone'))).toEqual([])
    expect(lines.length).toBe(6)
    expect(end).toEqual({ is_complete: false, reason: 'unreachable' })
  })
})
