import {
  confirmDataSource,
  createQuestionSource,
  createTextSource,
  deleteDataSource,
  getDataSource,
  getDataSourceItem,
  listDataSourceItems,
  listDataSources,
  stopDataSource,
  syncDataSource,
  updateDataSource,
  updateDataSourceItem,
} from '@ozvi/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { cpuTime_ms } from '../../../../tools/cpu-time.ts'
import type { Browser } from '../../../test/server.ts'
import { listCitableItems, snapshotPath } from './index.ts'
import { page } from '../../../test/fake-site.ts'
import { library, problemOf } from './test/library.ts'

const shelf = await library()
afterAll(() => shelf[Symbol.asyncDispose]())
const { site, server, id, workspace, settled, itemsOf, readWebsite, readAgain, findable } = shelf
beforeEach(() => {
  site.pages = {}
  site.asked = []
})

describe('texts and answers', () => {
  test('are ready once indexed, and indexed again when they change', async () => {
    const created = await workspace()
    const { browser, integration_id } = created
    const source_id = id()
    await browser.call(createTextSource, {
      integration_id,
      id: source_id,
      name: 'Otváracie hodiny',
      body: '# Kedy\n\nOtvárame **o ôsmej**.',
    })
    expect(await settled(created, source_id)).toMatchObject({ status: 'ready', found: 1, indexed: 1 })
    expect(await findable(created, source_id)).toEqual(['Otvárame o ôsmej.'])
    await browser.call(updateDataSource, {
      integration_id,
      source_id,
      text: { body: 'Otvárame o deviatej.' },
    })
    await settled(created, source_id)
    expect(await findable(created, source_id)).toEqual(['Otvárame o deviatej.'])
    expect(await itemsOf(created, source_id)).toMatchObject([
      { title: 'Otváracie hodiny', url: null, status: 'indexed' },
    ])
  })

  test('an answer is found by its question and alternative wordings', async () => {
    const created = await workspace()
    const { browser, integration_id } = created
    const source_id = id()
    const question = { question: 'Ako vrátim tovar?', alternatives: ['Reklamácia'], answer: 'Do 14 dní.' }
    await browser.call(createQuestionSource, { integration_id, id: source_id, ...question })
    expect(await settled(created, source_id)).toMatchObject({ name: 'Ako vrátim tovar?', status: 'ready' })
    const passage = await server.ctx.db
      .selectFrom('passage')
      .where('source_id', '=', source_id)
      .select(['title', 'text', 'is_answer', 'title_words'])
      .executeTakeFirstOrThrow()
    expect(passage).toMatchObject({ title: 'Ako vrátim tovar?', text: 'Do 14 dní.', is_answer: true })
    expect(passage.title_words).toContain('reklam')
  })

  test('a long text is stored in parts, and a shorter one leaves none behind', async () => {
    const created = await workspace()
    const { browser, integration_id } = created
    const source_id = id()
    const body = Array.from(
      { length: 40 },
      (_, index) => `## Kapitola ${index}\n\n${'Slovo za slovom. '.repeat(250)}`,
    ).join('\n\n')
    await browser.call(createTextSource, { integration_id, id: source_id, name: 'Kniha', body })
    expect(await settled(created, source_id)).toMatchObject({ found: 2, indexed: 2 })
    expect((await itemsOf(created, source_id)).map(({ title }) => title)).toEqual([
      'Kniha (1/2)',
      'Kniha (2/2)',
    ])
    await browser.call(updateDataSource, { integration_id, source_id, text: { body: 'Koniec.' } })
    expect(await settled(created, source_id)).toMatchObject({ found: 1, indexed: 1 })
    expect(await findable(created, source_id)).toEqual(['Koniec.'])
  })

  test('a repeated create is idempotent, another with the same id is rejected, and so are fields of another type', async () => {
    const created = await workspace()
    const { browser, integration_id } = created
    const source = { integration_id, id: id(), name: 'A', body: 'B' }
    await browser.call(createTextSource, source)
    expect(await browser.call(createTextSource, source)).toMatchObject({ id: source.id })
    expect(await problemOf(browser.call(createTextSource, { ...source, body: 'C' }))).toEqual({
      code: 'invalid_input',
      fields: ['id'],
    })
    const website = { start_url: `${site.origin}/` }
    expect(
      await problemOf(browser.call(updateDataSource, { integration_id, source_id: source.id, website })),
    ).toEqual({ code: 'invalid_input', fields: ['website'] })
  })
})

describe('files', () => {
  async function upload(
    browser: Browser,
    integration_id: string,
    file_name: string,
    content: string | Buffer,
    source_id: string = id(),
  ) {
    const boundary = 'edge-of-part'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="id"\r\n\r\n${source_id}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file_name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const reply = await browser.request(
      'POST',
      `/api/integration/${integration_id}/data-source/file`,
      body,
      headers,
    )
    return { status: reply.statusCode, body: reply.json() }
  }

  test.each([
    ['Návod.md', '# Ako na to\n\nStlačte [gombík](x).', 'Ako na to', 'Stlačte gombík.'],
    ['poznamky.txt', 'Stlačte gombík.', 'poznamky', 'Stlačte gombík.'],
    ['page.HTML', '<nav>Menu</nav><main><h1>Ako</h1><p>Stlačte gombík.</p></main>', 'Ako', 'Stlačte gombík.'],
    ['stary.txt', Buffer.from([0x53, 0x74, 0x6c, 0x61, 0xe8, 0x74, 0x65, 0x2e]), 'stary', 'Stlačte.'],
  ])('%s is read', async (file_name, content, title, text) => {
    const created = await workspace()
    // PostgreSQL can't store NUL.
    const { status, body } = await upload(created.browser, created.integration_id, `\0${file_name}`, content)
    expect(status).toBe(200)
    const source = await settled(created, body.data.id)
    expect(source).toMatchObject({
      kind: 'file',
      status: 'ready',
      config: { file_name, bytes: Buffer.from(content).length },
    })
    expect(await itemsOf(created, source.id)).toMatchObject([{ title, status: 'indexed' }])
    expect(await findable(created, source.id)).toEqual([text])
    expect(await readAgain(created, source.id)).toMatchObject({ status: 'ready', indexed: 1 })
  })

  test.each([
    ['list.pdf', '%PDF-1.7', 'file'],
    ['list.txt', '%PDF-1.7', 'file'],
    ['list.txt', '<!doctype html><p>x', 'file'],
    ['list.html', 'no page', 'file'],
    ['list.md', Buffer.from([1, 0, 2]), 'file'],
    ['list.md', '   ', 'file'],
  ])('SEC-32 422 for %s holding %j', async (file_name, content, field) => {
    const { browser, integration_id } = await workspace()
    const { status, body } = await upload(browser, integration_id, file_name, content)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(await browser.call(listDataSources, { integration_id })).toEqual([])
  })

  test('422 without an id, or with too many bytes', async () => {
    const { browser, integration_id } = await workspace()
    expect(await upload(browser, integration_id, 'a.txt', 'x', 'not-an-id')).toMatchObject({
      status: 422,
      body: { errors: { id: [expect.any(String)] } },
    })
    expect(
      (await upload(browser, integration_id, 'a.txt', Buffer.alloc(21 * 1024 * 1024, 'a'))).status,
    ).toBeGreaterThanOrEqual(413)
  })

  test('SEC-14 a file of code fences is indexed and its copy is shown in linear time', async () => {
    const created = await workspace()
    const { body } = await upload(
      created.browser,
      created.integration_id,
      'fences.txt',
      '```a\n'.repeat(18_000),
    )
    const source = await settled(created, body.data.id)
    expect(source).toMatchObject({ status: 'ready', indexed: 1 })
    const [item] = await itemsOf(created, source.id)
    const [citable] = await listCitableItems(server.ctx.db, created.integration_id, [item?.id ?? ''])
    const took_ms = await cpuTime_ms(async () => {
      const copy = await server.app.inject({ url: `/snapshot/${citable?.snapshot_id}` })
      expect(copy.body).toContain('<pre>')
    })
    expect(took_ms).toBeLessThan(250)
  })

  test('SEC-14 REL-18 an answer of whitespace after a heading mark is indexed in linear time', async () => {
    const created = await workspace()
    const took_ms = await cpuTime_ms(async () => {
      const input = { question: 'Blanks?', answer: `# a${' '.repeat(7_990)}b` }
      const { integration_id } = created
      const { id: source_id } = await created.browser.call(createQuestionSource, {
        integration_id,
        id: id(),
        ...input,
      })
      expect(await settled(created, source_id)).toMatchObject({ status: 'ready' })
    })
    expect(took_ms).toBeLessThan(5_000)
  })

  test('an endlessly nested page fails with its reason', async () => {
    const created = await workspace()
    const { body } = await upload(
      created.browser,
      created.integration_id,
      'deep.html',
      '<div>'.repeat(200_000),
    )
    expect(await settled(created, body.data.id)).toMatchObject({ status: 'failed', reason: 'too_deep' })
  })
})

describe('switches', () => {
  test('a page or a source that is turned off isn’t found until it is turned on', async () => {
    site.pages = { '/': page('Domov', '/a'), '/a': page('Áčko') }
    const created = await workspace()
    const { browser, integration_id } = created
    const { id: source_id } = await readWebsite(created)
    const [, a] = await itemsOf(created, source_id)
    const item = { integration_id, source_id, item_id: a?.id ?? '' }
    expect(await browser.call(updateDataSourceItem, { ...item, is_enabled: false })).toMatchObject({
      is_enabled: false,
    })
    expect(await findable(created, source_id)).toEqual([expect.stringContaining('Domov')])

    const becomes = (count: number) =>
      server.eventually(async () => (await findable(created, source_id)).length === count || undefined)
    await browser.call(updateDataSource, { integration_id, source_id, is_enabled: false })
    await becomes(0)
    await readAgain(created, source_id)
    expect(await findable(created, source_id)).toEqual([])
    await browser.call(updateDataSource, { integration_id, source_id, is_enabled: true })
    await becomes(1)
    await browser.call(updateDataSourceItem, { ...item, is_enabled: true })
    expect(await findable(created, source_id)).toHaveLength(2)
  })

  test('a deleted source is emitted immediately and leaves no data', async () => {
    site.pages = { '/': page('Domov', '/a'), '/a': page('A') }
    const created = await workspace()
    const { browser, integration_id } = created
    const { id: source_id } = await readWebsite(created)
    await browser.call(deleteDataSource, { integration_id, source_id })
    await server.eventually(
      async () => (await browser.call(listDataSources, { integration_id })).length === 0 || undefined,
    )
    expect(await findable(created, source_id)).toEqual([])
    expect(await problemOf(browser.call(getDataSource, { integration_id, source_id }))).toEqual({
      code: 'not_found',
    })
  })
})

describe('permissions', () => {
  test('404 for another workspace’s source and item, on every route', async () => {
    site.pages = { '/': page('Tajný kanárik') }
    const mine = await workspace()
    const { id: source_id } = await readWebsite(mine)
    const [item] = await itemsOf(mine, source_id)
    const { browser, integration_id } = await workspace()
    const key = { integration_id, source_id }
    const item_key = { ...key, item_id: item?.id ?? '' }
    for (const call of [
      () => browser.call(getDataSource, key),
      () => browser.call(updateDataSource, { ...key, name: 'x' }),
      () => browser.call(syncDataSource, key),
      () => browser.call(stopDataSource, key),
      () => browser.call(confirmDataSource, key),
      () => browser.call(deleteDataSource, key),
      () => browser.call(listDataSourceItems, { ...key }),
      () => browser.call(getDataSourceItem, item_key),
      () => browser.call(updateDataSourceItem, { ...item_key, is_enabled: false }),
      () => browser.call(getDataSource, { ...key, integration_id: mine.integration_id }),
    ]) {
      expect(await problemOf(call())).toEqual({ code: 'not_found' })
    }
    const own = await browser.call(createTextSource, {
      integration_id,
      id: source_id,
      name: 'same id',
      body: 'mine',
    })
    expect(await problemOf(browser.call(getDataSourceItem, { ...item_key, source_id: own.id }))).toEqual({
      code: 'not_found',
    })
    expect(
      await mine.browser.call(getDataSource, { integration_id: mine.integration_id, source_id }),
    ).toMatchObject({ kind: 'website', is_enabled: true })
  })

  test('403 for changes by an agent, 401 for a guest', async () => {
    const created = await workspace()
    const { integration_id } = created
    const agent = await server.seed.member(integration_id, 'agent')
    const input = { integration_id, id: id(), name: 'A', body: 'B' }
    expect(await problemOf(agent.browser.call(createTextSource, input))).toEqual({ code: 'forbidden' })
    expect(await agent.browser.call(listDataSources, { integration_id })).toEqual([])
    expect(await problemOf(server.browser().call(listDataSources, { integration_id }))).toEqual({
      code: 'unauthenticated',
    })
    const editor = await server.seed.member(integration_id, 'editor')
    expect(await editor.browser.call(createTextSource, input)).toMatchObject({ id: input.id })
  })
})

describe('citations', () => {
  test('SEC-33 SEC-29 the copy stays readable after the page has changed for anyone with its URL, and runs no scripts', async () => {
    site.pages = {
      '/': '<main><h1>Cena &lt;b&gt;</h1><h2>Doprava</h2><p>Stojí 3 € &lt;script&gt;alert(1)&lt;/script&gt;</p></main>',
    }
    const created = await workspace()
    const { id: source_id } = await readWebsite(created)
    const [item] = await itemsOf(created, source_id)
    const [citable] = await listCitableItems(server.ctx.db, created.integration_id, [item?.id ?? '', id()])
    expect(citable).toMatchObject({
      item_id: item?.id,
      source_id,
      title: 'Cena <b>',
      url: `${site.origin}/`,
      fetched_at: item?.fetched_at,
    })
    const path = snapshotPath(citable?.snapshot_id ?? '', 'Stojí 3 €')
    expect(path).toMatch(/#:~:text=Stoj%C3%AD%203%20%E2%82%AC$/)

    site.pages = { '/': page('Zdraželo') }
    await readAgain(created, source_id)
    const reply = await server.app.inject({ url: path.split('#')[0] ?? '' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox/)
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.body).toContain('<h2>Doprava</h2>')
    expect(reply.body).toContain('Stojí 3 € &#60;script&#62;')
    expect(reply.body).not.toContain('<script')
    expect((await server.app.inject({ url: `/snapshot/${id()}` })).statusCode).toBe(404)
  })
})

test('items are listed in pages, by URL and by status', async () => {
  site.pages = { '/': page('Domov', '/a', '/b', '/x'), '/a': page('A'), '/b': page('B') }
  const created = await workspace()
  const { browser, integration_id } = created
  const { id: source_id } = await readWebsite(created)
  const first = await browser.call(listDataSourceItems, { integration_id, source_id, limit: 3 })
  expect(first.items.map(({ url }) => url?.replace(site.origin, ''))).toEqual(['/', '/a', '/b'])
  const second = await browser.call(listDataSourceItems, {
    integration_id,
    source_id,
    limit: 3,
    cursor: first.next ?? '',
  })
  expect(second).toMatchObject({ items: [{ status: 'failed', reason: 'http_missing' }], next: null })
  expect(
    (await browser.call(listDataSourceItems, { integration_id, source_id, status: 'failed' })).items,
  ).toHaveLength(1)
})
