import {
  createApiSource,
  createPushKey,
  createTextSource,
  deleteDocuments,
  getDataSource,
  getDataSourceItem,
  listAuditEntries,
  listDocuments,
  listSourceFolder,
  type PushDocument,
  putDocuments,
  syncDataSource,
  deleteDataSource,
} from '@ozvi/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { library, problemOf } from './test/library.ts'

const shelf = await library()
afterAll(() => shelf[Symbol.asyncDispose]())
const { server, id, workspace, settled, findable, itemsOf } = shelf

/** A source of type API with a program that has its push key. */
async function pushed() {
  const created = await workspace()
  const { browser, integration_id } = created
  const source = await browser.call(createApiSource, { integration_id, id: id(), name: 'Help center' })
  const { key } = await browser.call(createPushKey, { integration_id, source_id: source.id })
  const program = server.browser()
  program.headers.authorization = `Bearer ${key}`
  const put = (
    ...documents: (Pick<PushDocument, 'external_id' | 'title' | 'text'> & Partial<PushDocument>)[]
  ) => program.call(putDocuments, { documents })
  return { ...created, source_id: source.id, key, program, put, settle: () => settled(created, source.id) }
}
const returns = { external_id: 'help/returns', title: 'Returns', text: 'Send it back within **14 days**.' }
const delivery = { external_id: 'help/delivery', title: 'Delivery', text: 'Parcels arrive in two days.' }

describe('pushed documents', () => {
  test('are indexed, replaced by their external id, and unchanged ones skipped', async () => {
    const created = await pushed()
    const { put, settle, source_id, program } = created
    expect(await put(returns, delivery)).toEqual({ added: 2, updated: 0, unchanged: 0 })
    expect(await settle()).toMatchObject({ status: 'ready', found: 2, indexed: 2, failed: 0 })
    expect((await findable(created, source_id)).toSorted()).toEqual([
      'Parcels arrive in two days.',
      'Send it back within 14 days.',
    ])
    const { version } = await settle()
    expect(await put(returns, delivery)).toEqual({ added: 0, updated: 0, unchanged: 2 })
    expect((await settle()).version).toBe(version + 1) // locked, not read again
    const changed = { ...delivery, text: 'Parcels arrive tomorrow.' }
    expect(await put(returns, changed)).toEqual({ added: 0, updated: 1, unchanged: 1 })
    await settle()
    expect(await findable(created, source_id)).toContain('Parcels arrive tomorrow.')
    expect(await findable(created, source_id)).not.toContain('Parcels arrive in two days.')
    const { documents } = await program.call(listDocuments, {})
    expect(documents.map(({ external_id, status }) => [external_id, status])).toEqual([
      ['help/delivery', 'indexed'],
      ['help/returns', 'indexed'],
    ])
  })

  test('are deleted immediately; a repeated deletion reports them as missing', async () => {
    const created = await pushed()
    const { put, settle, source_id, program } = created
    await put(returns, delivery)
    await settle()
    const ids = { external_ids: ['help/returns', 'help/nothing'] }
    expect(await program.call(deleteDocuments, ids)).toEqual({ deleted: 1, missing: 1 })
    expect(await findable(created, source_id)).toEqual(['Parcels arrive in two days.'])
    expect(await settle()).toMatchObject({ status: 'ready', found: 1, indexed: 1 })
    expect(await program.call(deleteDocuments, ids)).toEqual({ deleted: 0, missing: 2 })
  })

  test('old state + events = new state: after concurrent pushes and deletions each document has its last version', async () => {
    const created = await pushed()
    const { put, settle, source_id, program } = created
    for (let round = 0; round < 6; round++) {
      await Promise.all([
        put({ ...returns, text: `Returns as of round ${round}.` }),
        put({ external_id: `n/${round}`, title: `N ${round}`, text: `Note ${round}.` }),
      ])
      if (round % 2) await program.call(deleteDocuments, { external_ids: [`n/${round - 1}`] })
    }
    await settle()
    expect((await findable(created, source_id)).toSorted()).toEqual([
      'Note 1.',
      'Note 3.',
      'Note 5.',
      'Returns as of round 5.',
    ])
    expect(await settle()).toMatchObject({ status: 'ready', found: 4, indexed: 4 })
  })

  test('HTML is read like a page, and the tree shows folders by external id', async () => {
    const created = await pushed()
    const { put, settle, source_id, browser, integration_id } = created
    const html =
      '<h2>How</h2><ol><li>Open <b>Orders</b>.</li><li>Choose Return.</li></ol><script>alert(1)</script>'
    const url = 'https://help.example.com/returns'
    await put({ ...returns, format: 'html', text: html, url, locale: 'en' }, delivery)
    await settle()
    const [item] = (await itemsOf(created, source_id)).filter(({ title }) => title === 'Returns')
    expect(item).toMatchObject({ url, locale: 'en', status: 'indexed' })
    const read = { integration_id, source_id, item_id: item?.id ?? '' }
    const { text } = await browser.call(getDataSourceItem, read)
    expect(text).toContain('1. Open Orders.')
    expect(text).not.toContain('alert')
    const { entries } = await browser.call(listSourceFolder, { integration_id, source_id, path: '' })
    expect(entries).toMatchObject([{ kind: 'folder', folder: { path: 'help/', name: 'help', pages: 2 } }])
  })

  test('a document without text fails with a reason, and its last version is still used', async () => {
    const created = await pushed()
    const { put, settle, source_id, program } = created
    await put(returns, delivery)
    await settle()
    await put({ ...returns, format: 'html', text: '<div></div>' })
    expect(await settle()).toMatchObject({ status: 'partial', failed: 1, reason: 'no_text' })
    expect(await findable(created, source_id)).toContain('Send it back within 14 days.')
    const { documents } = await program.call(listDocuments, { limit: 1 })
    expect(documents).toHaveLength(1)
    const second = await program.call(listDocuments, {
      cursor: (await program.call(listDocuments, { limit: 1 })).next ?? '',
    })
    expect(second).toMatchObject({ next: null, documents: [{ status: 'failed', reason: 'no_text' }] })
    await put(returns)
    expect(await settle()).toMatchObject({ status: 'ready', failed: 0, reason: null })
  })

  test('a sync indexes all of them again', async () => {
    const created = await pushed()
    const { put, settle, source_id, browser, integration_id } = created
    expect(await settle()).toMatchObject({ status: 'ready', found: 0 })
    await put(returns)
    await settle()
    await browser.call(syncDataSource, { integration_id, source_id })
    expect(await settle()).toMatchObject({ status: 'ready', indexed: 1 })
    expect(await findable(created, source_id)).toEqual(['Send it back within 14 days.'])
  })
})

describe('push keys', () => {
  test('SEC-16 SEC-52 a key is stored as a hash, and a new one replaces it immediately', async () => {
    const { browser, integration_id, source_id, key, put, program } = await pushed()
    expect(key).toMatch(/^ozvi_push_[\w-]{43}$/)
    const source = await browser.call(getDataSource, { integration_id, source_id })
    expect(source.push_key_prefix).toBe(key.slice(0, 16))
    const stored = await server.ctx.db
      .selectFrom('data_source')
      .selectAll()
      .where('id', '=', source_id)
      .execute()
    expect(JSON.stringify(stored)).not.toContain(key)
    // Its time is stored after the answer, or with a later use if the source is being changed.
    await expect
      .poll(async () => {
        await put(returns)
        return (await browser.call(getDataSource, { integration_id, source_id })).push_key_used_at
      })
      .not.toBeNull()
    const second = await browser.call(createPushKey, { integration_id, source_id })
    const { items } = await browser.call(listAuditEntries, { integration_id })
    const created = items.filter(({ action }) => action === 'push_key_created')
    expect(created.map(({ subject }) => subject)).toEqual(['Help center', 'Help center'])
    expect(await problemOf(put(returns))).toEqual({ code: 'api_key_invalid' })
    program.headers.authorization = `Bearer ${second.key}`
    expect(await put(returns)).toMatchObject({ unchanged: 1 })
    await browser.call(deleteDataSource, { integration_id, source_id })
    expect(await problemOf(put(returns))).toEqual({ code: 'api_key_invalid' })
  })

  test('404 SEC-10 a key works for its own source only, and another workspace’s source isn’t found', async () => {
    const a = await pushed()
    const b = await pushed()
    await a.put(returns)
    await a.settle()
    expect((await b.program.call(listDocuments, {})).documents).toEqual([])
    const deleted = await b.program.call(deleteDocuments, { external_ids: ['help/returns'] })
    expect(deleted).toEqual({ deleted: 0, missing: 1 })
    const foreign = { integration_id: b.integration_id, source_id: a.source_id }
    expect(await problemOf(b.browser.call(createPushKey, foreign))).toEqual({ code: 'not_found' })
    const { integration_id } = b
    expect(
      await problemOf(b.program.call(getDataSource, { integration_id, source_id: b.source_id })),
    ).toEqual({
      code: 'api_key_invalid',
    })
    const text = await b.browser.call(createTextSource, { integration_id, id: id(), name: 'A', body: 'B' })
    expect(await problemOf(b.browser.call(createPushKey, { integration_id, source_id: text.id }))).toEqual({
      code: 'invalid_input',
      fields: ['source_id'],
    })
  })
})

describe('422 a push names the field', () => {
  test('for a document that is empty, too long, repeated, or has an invalid link', async () => {
    const { put, program, source_id } = await pushed()
    const cases: [Partial<PushDocument>, string][] = [
      [{ external_id: ' ' }, 'documents.1.external_id'],
      [{ external_id: 'a\u0007b' }, 'documents.1.external_id'],
      [{ external_id: returns.external_id }, 'documents.1.external_id'],
      [{ title: '' }, 'documents.1.title'],
      [{ text: '  ' }, 'documents.1.text'],
      [{ text: 'x'.repeat(100_001) }, 'documents.1.text'],
      [{ url: 'javascript:alert(1)' }, 'documents.1.url'],
      [{ locale: 'xx' as 'en' }, 'documents.1.locale'],
    ]
    for (const [change, field] of cases)
      expect(await problemOf(put(returns, { ...delivery, ...change })), field).toEqual({
        code: 'invalid_input',
        fields: [field],
      })
    const many = Array.from({ length: 101 }, (_, index) => ({ ...returns, external_id: String(index) }))
    expect(await problemOf(put(...many))).toEqual({ code: 'invalid_input', fields: ['documents'] })
    expect(await problemOf(put())).toEqual({ code: 'invalid_input', fields: ['documents'] })
    // All or none.
    expect((await program.call(listDocuments, {})).documents).toEqual([])
    const rows = await server.ctx.db
      .selectFrom('pushed_document')
      .where('source_id', '=', source_id)
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })

  test('SEC-14 hostile ids, keys and bodies are rejected or stored as text', async () => {
    const { put, program, settle } = await pushed()
    await put(
      {
        external_id: '../../etc/passwd',
        title: '<img src=x onerror=alert(1)>',
        text: '`'.repeat(5_000) + ' a',
      },
      {
        external_id: "'; drop table pushed_document; --",
        title: 'ﷺ'.repeat(300),
        text: '['.repeat(20_000) + 'a',
      },
      { external_id: '%00', title: 'Deep', format: 'html', text: `${'<div>'.repeat(9_000)}word` },
    )
    const { status } = await settle()
    expect(['ready', 'partial']).toContain(status)
    expect((await program.call(listDocuments, {})).documents).toHaveLength(3)
    const large = Array.from({ length: 30 }, (_, index) => ({
      external_id: String(index),
      title: 'x',
      text: 'y'.repeat(90_000),
    }))
    expect(await problemOf(put(...large))).toEqual({ code: 'too_large' })
    for (const key of ['ozvi_push_', `ozvi_push_${'x'.repeat(7_000)}`, 'x', '']) {
      program.headers.authorization = `Bearer ${key}`
      expect(await problemOf(put(returns)), key).toEqual({ code: 'api_key_invalid' })
    }
  })
})
