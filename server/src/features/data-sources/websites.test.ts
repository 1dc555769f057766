import {
  applyDataSourceChanged,
  applyDataSourceDeleted,
  createQuestionSource,
  createTextSource,
  createWebsiteSource,
  dataSourceChanged,
  deleteDataSource,
  getDataSourceItem,
  listDataSources,
  stopDataSource,
  syncDataSource,
  updateDataSource,
  updateIntegration,
  type DataSource,
  day_ms,
} from '@ozvi/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { purgeMissingJob } from './jobs.ts'
import { type Handler, page } from '../../../test/fake-site.ts'
import { library, problemOf } from './test/library.ts'

const shelf = await library()
afterAll(() => shelf[Symbol.asyncDispose]())
const { site, server, id, workspace, settled, itemsOf, readWebsite, readAgain, listed, findable } = shelf
beforeEach(() => {
  site.pages = {}
  site.asked = []
})

describe('a website', () => {
  test('is read page by page, and every page has its result', async () => {
    site.pages = {
      '/robots.txt': (_request, reply) => reply.end('User-agent: *\nDisallow: /private'),
      '/': page('Domov', '/a', '/private', '/broken', '/letter.pdf'),
      '/a': '<html lang=sk><title>Doprava</title><main><h1>Doprava</h1><h2>Cena</h2><p>Balík stojí 3 eurá a je u vás do dvoch dní.</p></main>',
      '/broken': (_request, reply) => reply.writeHead(500).end(),
    }
    const created = await workspace()
    const source = await readWebsite(created)
    expect(source).toMatchObject({
      kind: 'website',
      name: site.host,
      status: 'partial',
      found: 5,
      indexed: 2,
      skipped: 2,
      failed: 1,
      reason: null,
      current_url: null,
    })
    expect(await listed(created, source.id)).toEqual([
      'indexed /',
      'indexed /a',
      'failed /broken http_broken',
      'skipped /letter.pdf not_html',
      'skipped /private robots_denied',
    ])
    const { browser, integration_id } = created
    const [, a] = await itemsOf(created, source.id)
    const item = await browser.call(getDataSourceItem, {
      integration_id,
      source_id: source.id,
      item_id: a?.id ?? '',
    })
    expect(item).toMatchObject({
      title: 'Doprava',
      locale: 'sk',
      words: 12,
      text: '## Cena\n\nBalík stojí 3 eurá a je u vás do dvoch dní.',
    })
    expect(await findable(created, source.id)).toContain('Balík stojí 3 eurá a je u vás do dvoch dní.')
  })

  test('S7 old state + events = new state, as a new client loads it', async () => {
    site.pages = { '/': page('Domov', '/a', '/b'), '/a': page('A'), '/b': page('B') }
    const created = await workspace()
    const { browser, integration_id } = created
    const all = server.watch(dataSourceChanged.channel({ integration_id }))
    const before = await browser.call(listDataSources, { integration_id })
    const source = await readWebsite(created)
    await browser.call(createQuestionSource, {
      integration_id,
      id: id(),
      question: 'Kedy?',
      answer: 'Zajtra.',
    })
    const text = await browser.call(createTextSource, {
      integration_id,
      id: id(),
      name: 'Kde',
      body: 'V Nitre.',
    })
    await settled(created, text.id)
    await browser.call(updateDataSource, { integration_id, source_id: source.id, name: 'Web' })
    await browser.call(deleteDataSource, { integration_id, source_id: text.id })
    await server.eventually(() => all.find(({ event }) => event === 'DataSourceDeleted'))
    for (const { id: source_id } of await browser.call(listDataSources, { integration_id }))
      await settled(created, source_id)
    const after = await browser.call(listDataSources, { integration_id })
    // Other features speak on the same channel.
    const events = all.filter(({ event }) => event.startsWith('DataSource'))
    // Told by this server, in the contract's own shapes.
    const replayed = events.reduce(
      (list, { event, data }) =>
        event === 'DataSourceDeleted'
          ? applyDataSourceDeleted(list, data as { id: string })
          : applyDataSourceChanged(list, data as DataSource),
      before,
    )
    expect(replayed).toEqual(after)
    const states = events
      .map(({ data }) => data as DataSource)
      .filter((notified) => notified.id === source.id)
      .map(({ status }) => status)
    // In any order: a commit can be published before an earlier one, and clients compare versions.
    expect(new Set(states)).toEqual(new Set(['queued', 'fetching', 'ready']))
  })

  test('synced again: only changed pages are indexed, missing ones are hidden, returning ones are shown', async () => {
    const tagged =
      (tag: string, body: string): Handler =>
      (request, reply) => {
        if (request.headers['if-none-match'] === tag) reply.writeHead(304).end()
        else reply.writeHead(200, { 'content-type': 'text/html', etag: tag }).end(body)
      }
    site.pages = { '/': tagged('"1"', page('Domov', '/a', '/b')), '/a': page('Staré'), '/b': page('Béčko') }
    const created = await workspace()
    const { id: source_id } = await readWebsite(created)
    const [home, a] = await itemsOf(created, source_id)

    site.pages['/a'] = page('Nové')
    delete site.pages['/b']
    expect(await readAgain(created, source_id)).toMatchObject({ status: 'ready', found: 2, indexed: 2 })
    expect(await listed(created, source_id)).toEqual(['indexed /', 'indexed /a', 'gone /b'])
    expect((await findable(created, source_id)).join()).toMatch(/Domov[^]*Nové/)
    expect((await findable(created, source_id)).join()).not.toMatch(/Staré|Béčko/)
    const [home_later, a_later] = await itemsOf(created, source_id)
    expect(home_later?.changed_at).toBe(home?.changed_at)
    expect(a_later?.changed_at).not.toBe(a?.changed_at)

    site.pages = { ...site.pages, '/': page('Domov znova', '/a', '/b'), '/b': page('Béčko') }
    await readAgain(created, source_id)
    expect((await findable(created, source_id)).join()).toContain('Béčko')
  })

  test('P2 a failed re-sync removes nothing: the source is stale and still answers', async () => {
    site.pages = { '/': page('Domov', '/a'), '/a': page('A') }
    const created = await workspace()
    const { id: source_id } = await readWebsite(created)
    const before = await findable(created, source_id)
    site.pages = { '*': (_request, reply) => reply.writeHead(500).end(), '/robots.txt': '' }
    expect(await readAgain(created, source_id)).toMatchObject({
      status: 'stale',
      reason: 'http_broken',
      indexed: 2,
    })
    expect(await findable(created, source_id)).toEqual(before)

    site.pages = { '/': page('Domov', '/a'), '/a': (_request, reply) => reply.writeHead(502).end() }
    expect(await readAgain(created, source_id)).toMatchObject({ status: 'partial', indexed: 2, failed: 1 })
    expect(await listed(created, source_id)).toEqual(['indexed /', 'indexed /a http_broken'])
    expect(await findable(created, source_id)).toEqual(before)

    site.pages['/a'] = `<meta name=robots content=noindex>${page('A')}`
    await readAgain(created, source_id)
    expect(await listed(created, source_id)).toEqual(['indexed /', 'skipped /a noindex'])
    expect(await findable(created, source_id)).toHaveLength(1)
  })

  test('a vanished page is deleted after 30 days', async () => {
    site.pages = { '/': page('Domov', '/a'), '/a': page('A') }
    const created = await workspace()
    const { id: source_id } = await readWebsite(created)
    delete site.pages['/a']
    await readAgain(created, source_id)
    expect(await listed(created, source_id)).toEqual(['indexed /', 'gone /a'])
    for (const [days, left] of [
      [29, 2],
      [31, 1],
    ] as const) {
      await server.later(days * day_ms, async () => {
        await server.ctx.transaction((tx) => tx.enqueue(purgeMissingJob, {}))
        await server.eventually(async () => {
          const rows = await server.ctx.db
            .selectFrom('data_source_item')
            .where('source_id', '=', source_id)
            .select('id')
            .execute()
          return rows.length === left || undefined
        })
      })
    }
  })

  const answers: [string, Record<string, string | Handler>][] = [
    ['http_missing', {}],
    ['http_denied', { '/': (_request, reply) => void reply.writeHead(403).end() }],
    ['http_broken', { '/': (_request, reply) => void reply.writeHead(503, { 'retry-after': '0' }).end() }],
    [
      'robots_denied',
      {
        '/robots.txt': (_request, reply) => void reply.end('User-agent: *\nDisallow: /'),
        '/': page('Domov'),
      },
    ],
    [
      'off_site',
      { '/': (_request, reply) => void reply.writeHead(302, { location: 'http://other.example/' }).end() },
    ],
    ['too_many_redirects', { '/': (_request, reply) => void reply.writeHead(302, { location: '/' }).end() }],
    [
      'not_html',
      { '/': (_request, reply) => void reply.writeHead(200, { 'content-type': 'image/png' }).end('x') },
    ],
    [
      'too_large',
      {
        '/': (_request, reply) =>
          void reply.writeHead(200, { 'content-type': 'text/html' }).end('a'.repeat(6_000_000)),
      },
    ],
    ['too_deep', { '/': '<div>'.repeat(2_000) }],
    [
      'bad_encoding',
      { '/': (_request, reply) => void reply.writeHead(200, { 'content-type': 'text/html' }).end('\0\0') },
    ],
    ['noindex', { '/': `<meta name=robots content=noindex>${page('Domov')}` }],
    ['no_text', { '/': '<main></main>' }],
  ]
  test.each(answers)('fails with a reason: %s', async (reason, pages) => {
    site.pages = pages
    const created = await workspace()
    expect(await readWebsite(created)).toMatchObject({ status: 'failed', reason, indexed: 0 })
  })

  test('fails as unreachable if its host doesn’t exist, or as off_site if the host isn’t allowed', async () => {
    const created = await workspace()
    const { browser, integration_id } = created
    await browser.call(updateIntegration, { integration_id, hosts: ['nobody.invalid.example'] })
    const source = await readWebsite(created, { start_url: 'http://nobody.invalid.example/' })
    expect(source).toMatchObject({ status: 'failed', reason: 'unreachable' })
    await browser.call(updateIntegration, { integration_id, hosts: [] })
    expect(await readAgain(created, source.id)).toMatchObject({ status: 'failed', reason: 'off_site' })
  })

  test('above its limit is read partly, with a reason', async () => {
    site.pages = { '/': page('Domov', '/a', '/b'), '/a': page('A'), '/b': page('B') }
    const created = await workspace()
    const source = await readWebsite(created, { pages_max: 2 })
    expect(source).toMatchObject({
      status: 'partial',
      reason: 'page_limit',
      found: 3,
      indexed: 2,
      skipped: 1,
    })
    await created.browser.call(updateDataSource, {
      integration_id: created.integration_id,
      source_id: source.id,
      website: { start_url: `${site.origin}/`, pages_max: 10 },
    })
    expect(await readAgain(created, source.id)).toMatchObject({
      status: 'ready',
      found: 3,
      indexed: 3,
      skipped: 0,
    })
  })

  test('can be stopped, keeps what it has, and can’t be started twice', async () => {
    let release = () => {}
    const current = new Promise<void>((done) => (release = done))
    site.pages = {
      '/': page('Domov', '/slow', '/never'),
      '/slow': (_request, reply) => void current.then(() => reply.end('')),
      '/never': page('Nikdy'),
    }
    const created = await workspace()
    const { browser, integration_id } = created
    const source_id = id()
    await browser.call(createWebsiteSource, { integration_id, id: source_id, start_url: `${site.origin}/` })
    await server.eventually(() => site.asked.includes('/slow') || undefined)
    expect(await problemOf(browser.call(syncDataSource, { integration_id, source_id }))).toEqual({
      code: 'invalid_input',
      fields: ['status'],
    })
    expect(await browser.call(stopDataSource, { integration_id, source_id })).toMatchObject({
      status: 'paused',
    })
    release()
    site.pages = { '/': page('Domov', '/next'), '/next': page('Ďalšia') }
    expect(await readAgain(created, source_id)).toMatchObject({ status: 'ready', indexed: 2 })
    expect(site.asked).not.toContain('/never')
    expect(await browser.call(stopDataSource, { integration_id, source_id })).toMatchObject({
      status: 'ready',
    })
  })
})

test('422 SEC-14 a pattern has at most ten asterisks', async () => {
  const { browser, integration_id } = await workspace()
  const create = (include: string[]) =>
    browser.call(createWebsiteSource, {
      integration_id,
      id: id(),
      start_url: `${site.origin}/`,
      include,
    })
  expect(await problemOf(create([`/${'*a'.repeat(11)}`]))).toEqual({
    code: 'invalid_input',
    fields: ['include.0'],
  })
  expect(await create([`/${'**/a*'.repeat(5)}`])).toMatchObject({ kind: 'website' })
})

describe('SEC-36 SEC-37 a start URL', () => {
  test.each([
    ['http://169.254.169.254/latest/meta-data', 'That address', 'blocked'],
    ['http://127.0.0.1/', '', 'blocked'],
    ['http://[::1]/', '', 'blocked'],
    ['https://shop.example:22/', '', 'blocked'],
    ['https://evil.example/', '', 'off site'],
    ['https://notshop.example/', '', 'off site'],
  ])('422 for %s', async (start_url) => {
    const { browser, integration_id } = await server.seed.integration({ url: 'https://www.shop.example/sk' })
    expect(
      await problemOf(browser.call(createWebsiteSource, { integration_id, id: id(), start_url })),
    ).toEqual({
      code: 'invalid_input',
      fields: ['start_url'],
    })
  })

  test('422 names the setting that allows a local address, with the address', async () => {
    const { browser, integration_id } = await server.seed.integration({ url: 'http://localhost:8501' })
    const input = { integration_id, id: id(), start_url: 'http://localhost:8501/docs' }
    const problem = await browser.call(createWebsiteSource, input).catch((error: unknown) => error)
    expect(problem).toMatchObject({
      errors: { start_url: [expect.stringContaining('EGRESS_ALLOW=localhost:8501.')] },
    })
  })

  test('two sources of one host have different names', async () => {
    const { browser, integration_id } = await server.seed.integration({ url: 'https://www.shop.example' })
    const name = async (start_url: string) =>
      (await browser.call(createWebsiteSource, { integration_id, id: id(), start_url })).name
    expect(await name('https://www.shop.example/')).toBe('www.shop.example')
    expect(await name('https://www.shop.example/help/')).toBe('www.shop.example/help')
    expect(await name('https://www.shop.example/help?all')).toBe('www.shop.example/help (2)')
  })

  test('a source that is named after its URL gets the name of a new one, with a number if another source has it', async () => {
    const { browser, integration_id } = await server.seed.integration({ url: 'https://www.shop.example' })
    const add = (start_url: string, name?: string) =>
      browser.call(createWebsiteSource, { integration_id, id: id(), start_url, ...(name && { name }) })
    const move = async (source_id: string, start_url: string) =>
      (await browser.call(updateDataSource, { integration_id, source_id, website: { start_url } })).name
    await add('https://www.shop.example/help')
    const wrong = await add('https://www.shop.example/hlep')
    expect(await move(wrong.id, 'https://www.shop.example/help')).toBe('www.shop.example/help (2)')
    // Its own name is free.
    expect(await move(wrong.id, 'https://www.shop.example/help?all')).toBe('www.shop.example/help (2)')
    expect(await move(wrong.id, 'https://www.shop.example/')).toBe('www.shop.example')
    const named = await add('https://www.shop.example/faq', 'Questions')
    expect(await move(named.id, 'https://www.shop.example/help')).toBe('Questions')
  })

  test('can be on the website, its subdomains, and added hosts', async () => {
    const created = await server.seed.integration({ url: 'https://www.shop.example/sk' })
    const { browser, integration_id } = created
    await browser.call(updateIntegration, { integration_id, hosts: ['help.example'] })
    for (const start_url of [
      'https://shop.example/',
      'https://docs.shop.example/',
      'https://help.example/a',
    ]) {
      const source = await browser.call(createWebsiteSource, { integration_id, id: id(), start_url })
      await browser.call(deleteDataSource, { integration_id, source_id: source.id })
    }
  })
})
