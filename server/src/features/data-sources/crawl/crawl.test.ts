import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { crawlScene } from '../test/crawl-scene.ts'
import { page } from '../../../../test/fake-site.ts'
import type { PageVisit } from './plan.ts'

const { site, origin, run } = await crawlScene()

describe('a website is read page by page', () => {
  test('links are followed once each, to the requested depth, in any notation', async () => {
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
    const { lines, end, progress } = await run({ depth: 2 })
    expect(lines).toEqual(['page /', 'page /a', 'page /b'])
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
    expect((await run({ depth: 0 })).lines).toEqual(['page /'])
  })

  test('a page has title, clean text, language and hash', async () => {
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

  test('globs select pages: an excluded start page is read for its links only', async () => {
    site.pages = { '/': page('Domov', '/docs', '/docs/a', '/docs/a/b', '/blog/x'), '*': page('Iné') }
    const titles = ['/docs', '/docs/a', '/docs/a/b', '/blog/x']
    for (const path of titles) site.pages[path] = page(path)
    expect((await run({ include: ['/docs/**'] })).lines).toEqual([
      'page /docs',
      'page /docs/a',
      'page /docs/a/b',
    ])
    expect((await run({ include: ['/docs/*'], exclude: ['**/a'] })).lines).toEqual(['page /docs'])
    expect((await run({ exclude: ['/docs/**', `${origin}/blog/*`] })).lines).toEqual(['page /'])
  })

  test('canonical URLs and equal texts are deduplicated', async () => {
    const red = `<link rel=canonical href="/shirt">${page('Tričko')}`
    site.pages = {
      '/': page('Domov', '/shirt?color=red', '/shirt?color=blue', '/copy', '/www'),
      '/shirt': red,
      '/copy': page('Domov', '/shirt?color=red', '/shirt?color=blue', '/copy', '/www'),
      '/www': (_request, reply) => reply.writeHead(301, { location: '/shirt' }).end(),
    }
    expect((await run()).lines).toEqual(['page /', 'page /shirt', 'skipped /copy duplicate'])
  })

  test('every numbered page that a sitemap lists is read', async () => {
    const paths = Array.from({ length: 230 }, (_, index) => `/01/${index + 1}.html`)
    for (const path of paths) site.pages[path] = page(`Článok ${path}`)
    site.pages['/sitemap.xml'] = (_request, reply) =>
      reply
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`)
    const { lines } = await run({ start_url: `${origin}/sitemap.xml`, depth: 1, pages_max: 300 })
    expect(lines).toHaveLength(paths.length)
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

  test('a sitemap as the start URL lists its pages, an index its sitemaps, and links aren’t followed', async () => {
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
    expect((await run({ start_url: `${origin}/index.xml`, depth: 0 })).lines).toEqual([
      'page /a',
      'page /b?x=1&y=2',
    ])
  })

  test('sitemaps in robots.txt are read too', async () => {
    site.pages = {
      '/robots.txt': (_request, reply) =>
        reply.end(`Sitemap: ${origin}/map.txt\nSitemap: http://other.example/s.xml`),
      '/map.txt': (_request, reply) =>
        reply.writeHead(200, { 'content-type': 'text/plain' }).end(`${origin}/island\n`),
      '/': page('Domov'),
      '/island': page('Ostrov'),
    }
    expect((await run()).lines).toEqual(['page /', 'page /island'])
  })
})
