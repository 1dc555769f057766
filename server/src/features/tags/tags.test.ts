import {
  applyConversationChanged,
  applyTagChanged,
  applyTagDeleted,
  applyTagMerged,
  type Conversation,
  conversationChanged,
  countTags,
  createTag,
  deleteTag,
  getConversation,
  listConversations,
  listMessages,
  listTags,
  listVisitorMessages,
  mergeTag,
  restoreTag,
  setPriority,
  setTags,
  takeOver,
  type Tag,
  type TagMerged,
  tagsMax,
  tagsPerConversationMax,
  updateTag,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function seeded() {
  const created = await server.seed.conversation()
  const { browser, integration_id, conversation_id } = created
  const tag = (name: string) => browser.call(createTag, { integration_id, name })
  return { ...created, key: { integration_id, conversation_id }, tag }
}

test('REL-04 old state + events = new state for tags and their conversations', async () => {
  const { browser, integration_id, key, tag } = await seeded()
  await browser.call(takeOver, key)
  const events = server.watch(conversationChanged.channel(key))
  const before = await browser.call(listTags, { integration_id })
  const listed = (await browser.call(listConversations, { integration_id })).items

  const billing = await tag('Účtovanie')
  const invoices = await tag('invoices')
  const refunds = await tag('Refunds')
  await browser.call(setTags, { ...key, add: [billing.id, invoices.id, refunds.id] })
  await browser.call(setTags, { ...key, remove: [refunds.id] })
  await browser.call(setPriority, { ...key, priority: 'high' })
  await browser.call(updateTag, { integration_id, tag_id: billing.id, name: 'Billing', color: 'red' })
  await browser.call(deleteTag, { integration_id, tag_id: refunds.id })
  await browser.call(restoreTag, { integration_id, tag_id: refunds.id })
  await browser.call(deleteTag, { integration_id, tag_id: refunds.id })
  await browser.call(mergeTag, { integration_id, tag_id: invoices.id, into_id: billing.id })

  let tags = before
  let rows = listed
  // Each event has the type of its kind.
  for (const { event, data } of events) {
    if (event === 'TagChanged') tags = applyTagChanged(tags, data as Tag)
    if (event === 'TagDeleted') tags = applyTagDeleted(tags, data as { id: string })
    if (event === 'TagMerged') {
      tags = applyTagDeleted(tags, data as TagMerged)
      rows = applyTagMerged(rows, data as TagMerged)
    }
    if (event === 'ConversationChanged') rows = applyConversationChanged(rows, data as Conversation)
  }
  expect(tags).toEqual(await browser.call(listTags, { integration_id }))
  expect(tags.map(({ name, color }) => [name, color])).toEqual([['Billing', 'red']])
  const fresh = (await browser.call(listConversations, { integration_id })).items
  expect(rows.map(({ seen_seq: _, ...row }) => row)).toEqual(fresh.map(({ seen_seq: _, ...row }) => row))
  expect(fresh[0]).toMatchObject({ tag_ids: [billing.id], priority: 'high' })
  expect(await browser.call(countTags, { integration_id })).toEqual({ [billing.id]: 1 })
})

test('changing a tag or a priority adds an event for the team only, and none without a change', async () => {
  const { browser, visitor, conversation_id, key, tag } = await seeded()
  const { id } = await tag('Billing')
  await browser.call(setTags, { ...key, add: [id] })
  await browser.call(setTags, { ...key, add: [id] })
  await browser.call(setTags, { ...key, remove: [id] })
  await browser.call(setPriority, { ...key, priority: 'urgent' })
  await browser.call(setPriority, { ...key, priority: 'urgent' })
  const lines = (await browser.call(listMessages, key)).filter(({ kind }) => kind === 'event')
  expect(lines.map(({ details }) => details)).toEqual([
    { event: 'tags_changed', tags_added: ['Billing'], tags_removed: [] },
    { event: 'tags_changed', tags_added: [], tags_removed: ['Billing'] },
    { event: 'priority_changed', priority: 'urgent' },
  ])
  const read = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(read.map(({ kind }) => kind)).toEqual(['text'])
})

test('422: a name is taken regardless of case and diacritics, also when a deleted tag is restored', async () => {
  const { browser, integration_id, tag } = await seeded()
  const first = await tag('Reklamácia')
  await expect(tag('REKLAMACIA')).rejects.toMatchObject({
    errors: { name: ['This name is already in use.'] },
  })
  await browser.call(updateTag, { integration_id, tag_id: first.id, name: 'reklamacia' })
  await browser.call(deleteTag, { integration_id, tag_id: first.id })
  const second = await tag('Reklamácia')
  const restore = browser.call(restoreTag, { integration_id, tag_id: first.id })
  await expect(restore).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { name: [expect.any(String)] },
  })
  expect(await browser.call(listTags, { integration_id })).toEqual([second])
})

test('a restored tag returns to its conversations', async () => {
  const { browser, integration_id, key, tag } = await seeded()
  const { id } = await tag('Kept')
  await browser.call(setTags, { ...key, add: [id] })
  await browser.call(deleteTag, { integration_id, tag_id: id })
  expect(await browser.call(listTags, { integration_id })).toEqual([])
  await browser.call(restoreTag, { integration_id, tag_id: id })
  expect(await browser.call(getConversation, key)).toMatchObject({ tag_ids: [id] })
})

test('two members who tag at the same time both keep their tags; 422 above the limit of a conversation', async () => {
  const { browser, key, tag } = await seeded()
  const ids: string[] = []
  for (let n = 0; n <= tagsPerConversationMax; n++) ids.push((await tag(`t${n}`)).id)
  const [last = '', ...rest] = ids
  await Promise.all(rest.map((id) => browser.call(setTags, { ...key, add: [id] })))
  const { tag_ids } = await browser.call(getConversation, key)
  expect(tag_ids.toSorted()).toEqual(rest.toSorted())
  await expect(browser.call(setTags, { ...key, add: [last] })).rejects.toMatchObject({
    errors: { add: [expect.stringContaining(`${tagsPerConversationMax}`)] },
  })
})

test('SEC-10 404 and 422: another workspace’s tag can’t be changed, added or merged', async () => {
  const { browser, integration_id, key, tag } = await seeded()
  const theirs = await (await seeded()).tag('Theirs')
  const own = await tag('Own')
  const tag_id = theirs.id
  await expect(browser.call(updateTag, { integration_id, tag_id, name: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(browser.call(deleteTag, { integration_id, tag_id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(browser.call(mergeTag, { integration_id, tag_id, into_id: own.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(
    browser.call(mergeTag, { integration_id, tag_id: own.id, into_id: tag_id }),
  ).rejects.toMatchObject({ errors: { into_id: [expect.any(String)] } })
  await expect(browser.call(setTags, { ...key, add: [tag_id] })).rejects.toMatchObject({
    errors: { add: ['This tag no longer exists.'] },
  })
})

test(`422 above ${tagsPerConversationMax} tags of a conversation, also for concurrent requests`, async () => {
  const { browser, key, tag } = await seeded()
  const tags = await Promise.all(
    Array.from({ length: tagsPerConversationMax + 4 }, (_, n) => tag(`Tag ${n}`)),
  )
  const ids = tags.map(({ id }) => id)
  await browser.call(setTags, { ...key, add: ids.splice(0, tagsPerConversationMax - 1) })
  const outcomes = await Promise.allSettled(ids.map((id) => browser.call(setTags, { ...key, add: [id] })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await browser.call(getConversation, key)).tag_ids).toHaveLength(tagsPerConversationMax)
})

test(`422 a deleted tag isn’t restored above ${tagsMax} tags`, async () => {
  const { browser, integration_id, tag } = await seeded()
  const { id: tag_id } = await tag('Deleted')
  await browser.call(deleteTag, { integration_id, tag_id })
  await sql`insert into tag (integration_id, name, color, created_at)
    select ${integration_id}, 'Tag ' || n, 'gray', now() from generate_series(1, ${tagsMax}::int) as n`.execute(
    server.ctx.db,
  )
  await expect(browser.call(restoreTag, { integration_id, tag_id })).rejects.toMatchObject({
    errors: { name: expect.any(Array) },
  })
})
