import {
  createTextSource,
  listDataSourceItems,
  listItemAnswers,
  listSourceFolder,
  sendVisitorMessage,
  tryAssistant,
  updateDataSourceItem,
  updateSourceFolder,
} from '@ozvi/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { page } from '../../../test/fake-site.ts'
import { isUsedByRules, switchFolder } from './folder-rules.ts'
import { importPages, listCitableItems } from './index.ts'
import { library, problemOf } from './test/library.ts'

const shelf = await library()
afterAll(() => shelf[Symbol.asyncDispose]())
const { site, server, id, workspace, settled, itemsOf, readWebsite, readAgain, findable } = shelf
beforeEach(() => {
  site.pages = {}
  site.asked = []
})
type Workspace = Awaited<ReturnType<typeof workspace>>

/** One line an entry: `docs/ 2/3` is a folder in which two of three indexed pages are used. */
async function tree({ browser, integration_id }: Workspace, source_id: string, path = '', limit = 100) {
  const lines: string[] = []
  let cursor: string | undefined
  do {
    const page = { integration_id, source_id, path, limit, ...(cursor ? { cursor } : {}) }
    const { entries, next } = await browser.call(listSourceFolder, page)
    for (const entry of entries)
      lines.push(
        entry.kind === 'folder'
          ? `${entry.folder.name}/ ${entry.folder.used}/${entry.folder.indexed}`
          : `${entry.item.url?.replace(site.origin, '')} ${entry.item.status}`,
      )
    cursor = next ?? undefined
  } while (cursor)
  return lines
}

const manual = () => ({
  '/': page(
    'Home',
    '/about',
    '/docs/',
    '/docs/a',
    '/docs/b?x=/1',
    '/docs/deep/c',
    '/docs/deep/d',
    '/blog/one',
  ),
  '/about': page('About'),
  '/docs/': page('Docs'),
  '/docs/a': page('Alpha'),
  '/docs/b': page('Beta'),
  '/docs/deep/c': page('Gamma'),
  '/docs/deep/d': page('Delta'),
  '/blog/one': page('One'),
})

test('pages are grouped by path at every level, in paginated lists', async () => {
  site.pages = manual()
  const created = await workspace()
  const { id: source_id } = await readWebsite(created)
  expect(await tree(created, source_id)).toEqual([`${site.origin}/ 8/8`])
  const top = ['/ indexed', '/about indexed', '/blog/one indexed', 'docs/ 5/5']
  expect(await tree(created, source_id, `${site.origin}/`)).toEqual(top)
  expect(await tree(created, source_id, `${site.origin}/`, 1)).toEqual(top)
  expect(await tree(created, source_id, `${site.origin}/docs/`)).toEqual([
    '/docs/ indexed',
    '/docs/a indexed',
    '/docs/b?x=%2F1 indexed',
    'deep/ 2/2',
  ])
})

test('a folder is turned off immediately, its content is kept, and pages found there later are off too', async () => {
  site.pages = manual()
  const created = await workspace()
  const { browser, integration_id } = created
  const { id: source_id } = await readWebsite(created)
  const docs = { integration_id, source_id, path: `${site.origin}/docs/` }
  expect(await browser.call(updateSourceFolder, { ...docs, is_enabled: false })).toEqual({ changed: 5 })
  expect((await findable(created, source_id)).join()).not.toMatch(/Docs|Alpha|Beta|Gamma|Delta/)
  expect(await itemsOf(created, source_id)).toHaveLength(8)
  expect(await tree(created, source_id, `${site.origin}/`)).toContain('docs/ 0/5')

  const deep = { ...docs, path: `${site.origin}/docs/deep/`, is_enabled: true }
  await browser.call(updateSourceFolder, deep)
  site.pages['/about'] = page('About', '/docs/late', '/docs/deep/late')
  site.pages['/docs/late'] = page('Epsilon')
  site.pages['/docs/deep/late'] = page('Zeta')
  await readAgain(created, source_id)
  expect((await findable(created, source_id)).join()).toMatch(/Gamma[^]*Zeta/)
  expect((await findable(created, source_id)).join()).not.toMatch(/Alpha|Epsilon/)

  await browser.call(updateSourceFolder, { ...docs, is_enabled: true })
  expect(await tree(created, source_id, `${site.origin}/`)).toContain('docs/ 7/7')
})

test('a large folder that is turned off is never cited again, and is removed from the index in batches', async () => {
  const created = await workspace()
  const { browser, integration_id } = created
  const source_id = id()
  const start_url = 'https://shop.example/'
  const pages = Array.from({ length: 110 }, (_, number) => ({
    url: `${start_url}docs/${number}`,
    title: `Bicycle ${number}`,
    locale: 'en' as const,
    html: `<p>Bicycle number ${number} has a warranty of three years.</p>`,
  }))
  const site = { integration_id, source_id, name: 'Docs', locale: 'en' as const, start_url, pages }
  await importPages(server.ctx, site, new AbortController().signal)
  const path = `${start_url}docs/`
  await browser.call(updateSourceFolder, { integration_id, source_id, path, is_enabled: false })
  const ids = (await itemsOf(created, source_id)).map((item) => item.id)
  expect(await listCitableItems(server.ctx.db, integration_id, ids)).toEqual([])
  await server.eventually(async () => ((await findable(created, source_id)).length === 0 ? true : undefined))
})

test('a page that was switched individually differs from its folder', async () => {
  site.pages = manual()
  const created = await workspace()
  const { browser, integration_id } = created
  const { id: source_id } = await readWebsite(created)
  const alpha = (await itemsOf(created, source_id)).find(({ url }) => url?.endsWith('/docs/a'))
  const key = { integration_id, source_id, item_id: alpha?.id ?? '' }
  await browser.call(updateDataSourceItem, { ...key, is_enabled: false })
  expect(await tree(created, source_id, `${site.origin}/`)).toContain('docs/ 4/5')
})

test('the rule of the longest folder applies, and switching a folder replaces those below it', () => {
  const off = switchFolder({}, 'a/', false)
  const mixed = switchFolder(off, 'a/b/', true)
  expect(mixed).toEqual({ 'a/': false, 'a/b/': true })
  expect(['a/x', 'a/b/x', 'c'].map((place) => isUsedByRules(mixed, place))).toEqual([false, true, true])
  expect(switchFolder(mixed, 'a/', true)).toEqual({})
  expect(switchFolder(mixed, 'a/b/', false)).toEqual(off)
})

test('pages are found by words of title or URL, without diacritics', async () => {
  site.pages = {
    '/': page('Domov', '/kosice/obchod', '/b'),
    '/kosice/obchod': page('Predajňa'),
    '/b': page('B'),
  }
  const created = await workspace()
  const { browser, integration_id } = created
  const { id: source_id } = await readWebsite(created)
  const find = async (search: string) =>
    (await browser.call(listDataSourceItems, { integration_id, source_id, search })).items.map(
      ({ title }) => title,
    )
  expect(await find('predajna KOSICE')).toEqual(['Predajňa'])
  expect(await find('100%_')).toEqual([])
})

test('answers that quote a page are listed with their conversations', async () => {
  const created = await server.seed.integration()
  const { browser, integration_id } = created
  const source_id = id()
  const body = '# Warranty\n\nBicycles have a warranty of three years.'
  await browser.call(createTextSource, { integration_id, id: source_id, name: 'Help', body })
  await settled(created, source_id)
  const [item] = await itemsOf(created, source_id)
  const key = { integration_id, source_id, item_id: item?.id ?? '' }
  expect(await browser.call(listItemAnswers, key)).toEqual({ answers: [], total: 0 })
  const visitor = await server.seed.visitor(created.integration.public_key)
  const conversation_id = id()
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: id(),
    body: 'How long is the warranty of bicycles?',
    locale: 'en',
  })
  const { answers, total } = await server.eventually(async () => {
    const list = await browser.call(listItemAnswers, key)
    return list.total > 0 ? list : undefined
  })
  expect(total).toBe(1)
  expect(answers).toMatchObject([{ conversation_id, quote: 'Bicycles have a warranty of three years.' }])
})

test('a test question for one source finds only its passages', async () => {
  const created = await workspace()
  const { browser, integration_id } = created
  const add = async (name: string, body: string) => {
    const source_id = id()
    await browser.call(createTextSource, { integration_id, id: source_id, name, body })
    await settled(created, source_id)
    return source_id
  }
  const bicycles = await add('Bicycles', '# Warranty\n\nBicycles have a warranty of three years.')
  const shipping = await add('Shipping', '# Shipping\n\nA parcel with bicycles arrives within two days.')
  const ask = (source_id: string) =>
    browser.call(tryAssistant, {
      integration_id,
      source_id,
      text: 'How long is the warranty of bicycles?',
      locale: 'en',
    })
  expect(await ask(bicycles)).toMatchObject({ band: 'answer', citations: [{ source_id: bicycles }] })
  const { trace } = await ask(shipping)
  expect(trace.candidates.map(({ title }) => title)).toEqual(['Shipping'])
  const otherWorkspace = await workspace()
  const question = {
    integration_id: otherWorkspace.integration_id,
    source_id: bicycles,
    locale: 'en',
  } as const
  expect(
    await problemOf(otherWorkspace.browser.call(tryAssistant, { ...question, text: 'Warranty?' })),
  ).toEqual({
    code: 'not_found',
  })
})

test("404 for another workspace's source, 422 for a folder without pages", async () => {
  site.pages = { '/': page('Home', '/a/b', '/a/c'), '/a/b': page('B'), '/a/c': page('C') }
  const created = await workspace()
  const other = await workspace()
  const { id: source_id } = await readWebsite(created)
  const [item] = await itemsOf(created, source_id)
  const theirs = { integration_id: other.integration_id, source_id }
  const path = `${site.origin}/a/`
  const notFound = { code: 'not_found' }
  expect(await problemOf(other.browser.call(listSourceFolder, { ...theirs, path }))).toEqual(notFound)
  expect(
    await problemOf(other.browser.call(updateSourceFolder, { ...theirs, path, is_enabled: false })),
  ).toEqual(notFound)
  expect(
    await problemOf(other.browser.call(listItemAnswers, { ...theirs, item_id: item?.id ?? '' })),
  ).toEqual(notFound)
  const own = { integration_id: created.integration_id, source_id, is_enabled: false }
  for (const wrong of [`${site.origin}/a`, 'x/', `${site.origin}/%/`])
    expect(await problemOf(created.browser.call(updateSourceFolder, { ...own, path: wrong }))).toEqual({
      code: 'invalid_input',
      fields: ['path'],
    })
})
