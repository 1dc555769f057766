import {
  confirmDataSource,
  createTextSource,
  getIntegration,
  listDataSourceItems,
  listDataSources,
  applyDataSourceChanged,
  type DataSource,
  dataSourceChanged,
  updateDataSource,
  hour_ms,
} from '@ozvi/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { page } from '../../../test/fake-site.ts'
import { startDueJob } from './jobs.ts'
import { library, problemOf } from './test/library.ts'

const shelf = await library()
afterAll(() => shelf[Symbol.asyncDispose]())
const { site, server, id, workspace, settled, readWebsite, readAgain, listed } = shelf
beforeEach(() => {
  site.pages = {}
  site.asked = []
})

test('a website with a schedule is synced when it is due, and shows the next run', async () => {
  site.pages = { '/': page('Domov') }
  const created = await workspace()
  const { browser, integration_id } = created
  const { id: source_id, version } = await readWebsite(created)
  const key = { integration_id, source_id }
  const daily = await browser.call(updateDataSource, { ...key, schedule: 'daily' })
  expect(daily).toMatchObject({ schedule: 'daily', next_run_at: expect.any(String), version: version + 1 })
  site.pages['/'] = page('Nový domov')
  for (const [hours, title] of [
    [23, 'Domov'],
    [25, 'Nový domov'],
  ] as const) {
    await server.later(hours * hour_ms, async () => {
      await server.ctx.transaction((tx) => tx.enqueue(startDueJob, {}))
      await server.eventually(async () => {
        await settled(created, source_id)
        const { items } = await browser.call(listDataSourceItems, { ...key, limit: 10 })
        return items[0]?.title === title || undefined
      })
    })
  }
  expect(await browser.call(updateDataSource, { ...key, schedule: 'off' })).toMatchObject({
    next_run_at: null,
  })
  const text = await browser.call(createTextSource, { integration_id, id: id(), name: 'T', body: 'x' })
  expect(
    await problemOf(
      browser.call(updateDataSource, { integration_id, source_id: text.id, schedule: 'daily' }),
    ),
  ).toEqual({ code: 'invalid_input', fields: ['schedule'] })
})

test('a run lists what was added, changed and removed since the previous one', async () => {
  // Its text stays the same, because the links to other pages aren’t part of it.
  const home = (...paths: string[]) =>
    `${page('Domov')}<nav>${paths.map((path) => `<a href="${path}">${path}</a>`).join('')}</nav>`
  site.pages = { '/': home('/a', '/b'), '/a': page('Áčko'), '/b': page('Béčko') }
  const created = await workspace()
  const { browser, integration_id } = created
  const first = await readWebsite(created)
  expect(first).toMatchObject({ added: 0, changed: 0, removed: 0 })
  const events = server.watch(dataSourceChanged.channel({ integration_id }))
  const before = await browser.call(listDataSources, { integration_id })
  site.pages = { '/': home('/a', '/c'), '/a': page('Áčko inak'), '/c': page('Céčko') }
  const second = await readAgain(created, first.id)
  expect(second).toMatchObject({ added: 1, changed: 1, removed: 1 })
  expect(events.map((event) => event.data as DataSource).reduce(applyDataSourceChanged, before)).toEqual(
    await browser.call(listDataSources, { integration_id }),
  )
  const paths = async (difference: 'added' | 'changed' | 'removed') => {
    const input = { integration_id, source_id: first.id, difference, limit: 10 }
    const { items } = await browser.call(listDataSourceItems, input)
    return items.map(({ url }) => url?.replace(site.origin, ''))
  }
  expect([await paths('added'), await paths('changed'), await paths('removed')]).toEqual([
    ['/c'],
    ['/a'],
    ['/b'],
  ])
})

test('a website is confirmed by its public key on the start page, and not without it', async () => {
  site.pages = { '/': page('Domov') }
  const created = await workspace()
  const { browser, integration_id } = created
  const { id: source_id } = await readWebsite(created)
  const key = { integration_id, source_id }
  expect(await problemOf(browser.call(confirmDataSource, key))).toEqual({
    code: 'invalid_input',
    fields: ['start_url'],
  })
  const { public_key } = await browser.call(getIntegration, { integration_id })
  // Strangers can enter text into a page, such as a search or a post, and links may lead off the site.
  for (const text of [
    public_key,
    `&lt;meta name="ozvi-site" content="${public_key}"&gt;`,
    `<script>{"q":"${public_key}"}</script>`,
  ]) {
    site.pages['/'] = page(text)
    expect(await problemOf(browser.call(confirmDataSource, key))).toMatchObject({ code: 'invalid_input' })
  }
  site.pages['/'] = (_request, reply) =>
    reply.writeHead(302, { location: `${site.origin.replace('127.0.0.1', 'localhost')}/mine` }).end()
  site.pages['/mine'] = `<meta name="ozvi-site" content="${public_key}">${page('Cudzí')}`
  expect(await problemOf(browser.call(confirmDataSource, key))).toMatchObject({ code: 'invalid_input' })
  site.pages['/'] = `<meta name="ozvi-site" content="${public_key}">${page('Domov')}`
  expect(await browser.call(confirmDataSource, key)).toMatchObject({ confirmed_at: expect.any(String) })
  const website = { start_url: `${site.origin.replace('127.0.0.1', 'localhost')}/` }
  expect(await problemOf(browser.call(updateDataSource, { ...key, website }))).toEqual({
    code: 'invalid_input',
    fields: ['website.start_url'],
  })
  const otherUser = await workspace()
  expect(
    await problemOf(
      otherUser.browser.call(confirmDataSource, { ...key, integration_id: otherUser.integration_id }),
    ),
  ).toEqual({ code: 'not_found' })
})

test('every page in a sitemap is accounted for, even if few are read', async () => {
  const urls = Array.from({ length: 900 }, (_, index) => `${site.origin}/2026/${index % 30}/${index}`)
  site.pages = {
    '*': (request, reply) =>
      reply.writeHead(200, { 'content-type': 'text/html' }).end(page(`P${request.url}`)),
    '/robots.txt': (_request, reply) => reply.end(`Sitemap: ${site.origin}/sitemap.xml`),
    '/sitemap.xml': (_request, reply) =>
      reply.end(
        `<urlset>${[...urls, `${site.origin}/a.png`].map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
      ),
  }
  const created = await workspace()
  const source = await readWebsite(created, { pages_max: 20 })
  expect(source).toMatchObject({ reason: 'page_limit', found: 902, indexed: 20, skipped: 882 })
  expect(await listed(created, source.id)).toContain('skipped /a.png not_html')
})
