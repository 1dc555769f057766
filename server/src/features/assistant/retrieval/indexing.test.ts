import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { findAnswer } from '../answer.ts'
import {
  type IndexedItem,
  indexItems,
  prepareItem,
  removeItems,
  removeSource,
  setItemsVisible,
} from './indexing.ts'
import type { ItemText } from './prepare-text.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const { ctx } = server

const integration = async () =>
  (
    await ctx.transaction((tx) =>
      tx
        .insertInto('integration')
        .values({ public_key: `pk_${randomUUID()}`, name: 'Shop', url: 'https://shop.example' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  ).id
const source_id = randomUUID()
type Item = ItemText & Omit<IndexedItem, 'passages'>
const item = (title: string, text: string): Item => ({ item_id: randomUUID(), source_id, title, text })
async function index(integration_id: string, ...items: Item[]) {
  const prepared = await Promise.all(
    items.map(async (item) => ({ ...item, passages: await prepareItem(ctx, item) })),
  )
  await ctx.transaction((tx) => indexItems(tx, integration_id, prepared))
}
const askQuestion = (integration_id: string, text: string) =>
  findAnswer(ctx.db, integration_id, { text, history: [], locale: 'en' })
const matches = async (integration_id: string, text: string) =>
  (await askQuestion(integration_id, text)).quotes.map(({ quote }) => quote).join('\n')

const refunds = () => item('Refunds', 'Refunds are paid within 12 business days.')
const shipping = () => item('Shipping', 'A courier costs 3.90 EUR.')

/** Every count that ranking reads, to be compared between two ways of coming to the same content. */
async function counts(integration_id: string) {
  const of = async (table: 'term' | 'gram') =>
    (
      await sql<{ key: string; frequency: number }>`
        select ${sql.ref(table)} as key, frequency from ${sql.table(table)}
        where integration_id = ${integration_id} order by 1`.execute(ctx.db)
    ).rows
  const { rows } = await sql<{ entries: number }>`
    select coalesce(sum(length(entries)), 0)::integer / 3 as entries from posting
    where integration_id = ${integration_id}`.execute(ctx.db)
  const { rows: statistics } = await sql`
    select passages, title_words, heading_words, body_words, title_grams, heading_grams, body_grams, locales
    from passage_statistics where integration_id = ${integration_id}`.execute(ctx.db)
  return { terms: await of('term'), grams: await of('gram'), entries: rows[0]?.entries, statistics }
}

test('an item that is indexed again replaces its old version', async () => {
  const id = await integration()
  const page = refunds()
  await index(id, page, shipping())
  await index(id, { ...page, text: 'Refunds are paid within 3 business days.' })
  expect(await matches(id, 'how long do refunds take?')).toContain('3 business')
  expect(await matches(id, 'how long do refunds take?')).not.toContain('12 business')
})
test('an unchanged passage keeps its id', async () => {
  const id = await integration()
  const words = (name: string) => `${name} `.repeat(60)
  const page = item('Help', `# One\n\n${words('alpha')}\n\n# Two\n\n${words('beta')}`)
  const passages = async () =>
    (
      await sql<{ id: number; heading: string }>`
        select id, heading from passage where integration_id = ${id} order by ordinal`.execute(ctx.db)
    ).rows
  await index(id, page)
  const [one] = await passages()
  await index(id, { ...page, text: page.text.replaceAll('beta', 'gamma') })
  const after = await passages()
  expect(after[0]).toEqual(one)
  expect(after).toHaveLength(2)
})
test('statistics after any edits equal those of the same content indexed from scratch', async () => {
  const [edited, fresh] = [await integration(), await integration()]
  const [page, other, deleted] = [refunds(), shipping(), item('Parking', 'Parking is free. Naozaj zadarmo.')]
  const final = { ...page, text: '# Money\n\nWe pay refunds at once, in every case.' }
  await index(edited, page, other, deleted)
  await index(edited, final)
  await ctx.transaction((tx) =>
    setItemsVisible(tx, { integration_id: edited, item_ids: [other.item_id], is_visible: false }),
  )
  await ctx.transaction((tx) => removeItems(tx, edited, [deleted.item_id]))
  await ctx.transaction((tx) =>
    setItemsVisible(tx, { integration_id: edited, item_ids: [other.item_id], is_visible: true }),
  )
  await index(fresh, other, final)
  expect(await counts(edited)).toEqual(await counts(fresh))
})
test('a hidden item isn’t found, and is found again when shown', async () => {
  const id = await integration()
  const page = refunds()
  await index(id, page, shipping())
  const show = (is_visible: boolean) =>
    ctx.transaction((tx) => setItemsVisible(tx, { integration_id: id, item_ids: [page.item_id], is_visible }))
  await show(false)
  expect(await matches(id, 'refunds')).not.toContain('12 business')
  await show(true)
  expect(await matches(id, 'refunds')).toContain('12 business')
})
test('a removed source leaves no passages or statistics', async () => {
  const id = await integration()
  await index(id, refunds(), shipping())
  const rest = () =>
    ctx.transaction((tx) => removeSource(tx, { integration_id: id, source_id, items_max: 1 }))
  expect([await rest(), await rest(), await rest()]).toEqual([1, 1, 0])
  expect(await askQuestion(id, 'refunds')).toMatchObject({ confidence: 0, quotes: [] })
  expect(await counts(id)).toMatchObject({ terms: [], grams: [], entries: 0 })
})
test('SEC-11 a workspace finds only its own content', async () => {
  const [a, b] = [await integration(), await integration()]
  await index(a, refunds())
  await index(b, item('Refunds', 'Refunds take 45 days and need a form from the vault.'))
  expect(await matches(a, 'how long do refunds take?')).not.toContain('45 days')
  expect(await matches(b, 'how long do refunds take?')).not.toContain('12 business')
})
test('a deleted workspace leaves no words', async () => {
  const id = await integration()
  await index(id, refunds())
  await ctx.transaction((tx) => tx.deleteFrom('integration').where('id', '=', id).execute())
  expect(await counts(id)).toEqual({ terms: [], grams: [], entries: 0, statistics: [] })
})
test.each([
  '',
  '??? !!!',
  "'; drop table passage; --",
  '🙂🙂',
  'a\0b',
  'refund '.repeat(5_000),
  ':* <-> \\ & | !',
])('unusual input %# is handled like any question', async (text) => {
  const id = await integration()
  await index(id, refunds())
  expect((await askQuestion(id, text)).confidence).toBeLessThanOrEqual(1)
})
test('a definition is quoted from the beginning of its section, also after the beginning was edited', async () => {
  const id = await integration()
  const filler = 'It is kept for as long as the workspace exists, and every member can open it. '.repeat(8)
  const glossary = (definition: string) =>
    `## Segment\n\n${definition} ${filler}\n\nA segment is renamed in its menu. ${filler.replaceAll('kept', 'shown')}`
  const page = item('Contacts', glossary('A segment is a saved filter of contacts.'))
  await index(id, page)
  expect(await matches(id, 'What is a segment?')).toContain('A segment is a saved filter')
  await index(id, { ...page, text: glossary('A segment is a stored filter of contacts.') })
  expect(await matches(id, 'What is a segment?')).toContain('A segment is a stored filter')
})
