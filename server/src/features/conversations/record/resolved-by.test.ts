import {
  applyConversationChanged,
  type Conversation,
  conversationChanged,
  getConversation,
  getReport,
  handBack,
  listConversations,
  listReportConversations,
  mergeConversation,
  saveRule,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  undoMerge,
  day_ms,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { postAnswer } from '../assistant/automation.ts'
import { resolveInactive } from '../timers/scheduled-tasks.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const citation = {
  number: 1,
  item_id: crypto.randomUUID(),
  source_id: crypto.randomUUID(),
  title: 'Returns',
  heading: '',
  quote: 'Within 30 days.',
  url: 'https://shop.example/returns',
  fetched_at: new Date().toISOString(),
  snapshot_url: '/snapshot',
}

async function shop() {
  const created = await server.seed.conversation()
  const { browser, integration_id, visitor } = created
  const keyOf = (conversation_id: string) => ({ integration_id, conversation_id })
  const row = (id = created.conversation_id) => browser.call(getConversation, keyOf(id))
  const write = (id = created.conversation_id) =>
    visitor.browser.call(sendVisitorMessage, {
      conversation_id: id,
      id: crypto.randomUUID(),
      body: 'Hello?',
      locale: 'en',
    })
  const reply = (id = created.conversation_id) =>
    browser.call(sendMessage, { ...keyOf(id), id: crypto.randomUUID(), body: 'Hello' })
  const answer = (id = created.conversation_id, is_confirmed = false) =>
    postAnswer(server.ctx, keyOf(id), {
      id: crypto.randomUUID(),
      body: 'Within 30 days [1].',
      citations: is_confirmed ? [] : [citation],
      details: is_confirmed ? { is_confirmed } : {},
      low_confidence_count: 0,
    })
  const resolve = (id = created.conversation_id) =>
    browser.call(setStatus, { ...keyOf(id), status: 'resolved' })
  const report = () => browser.call(getReport, { integration_id, days: 7 })
  return {
    ...created,
    key: keyOf(created.conversation_id),
    keyOf,
    row,
    write,
    reply,
    answer,
    resolve,
    report,
  }
}
const inFourDays = (work: () => Promise<void>) => server.later(4 * day_ms, work)

test('REL-04 old state + events = new state: who resolved a conversation, until it is reopened', async () => {
  const { browser, integration_id, row, write, resolve } = await shop()
  const previous = [await row()]
  const events = server.watch(conversationChanged.channel({ integration_id }), conversationChanged.name)
  expect(previous[0]?.resolved_by).toBeNull()
  expect((await resolve()).resolved_by).toBe('member')
  await write()
  expect(await row()).toMatchObject({ status: 'open', resolved_by: null })
  await browser.call(saveRule, {
    integration_id,
    rule_id: crypto.randomUUID(),
    name: 'Close',
    event: 'customer_message',
    actions: [{ kind: 'set_status', status: 'resolved' }],
  })
  await write()
  await expect.poll(async () => (await row()).resolved_by, { timeout: 15_000 }).toBe('rule')
  const after = [await row()]
  expect(events.map(({ data }) => data as Conversation).reduce(applyConversationChanged, previous)).toEqual(
    after,
  )
})

test('resolved by inactivity, by the assistant’s confirmed answer and by a member are distinguished', async () => {
  const [silent, confirmed, closed] = [await shop(), await shop(), await shop()]
  for (const { answer } of [silent, confirmed, closed]) expect(await answer()).toBe(true)
  await confirmed.write()
  await confirmed.answer(undefined, true)
  await closed.resolve()
  await inFourDays(() => resolveInactive(server.ctx))
  const visible = await Promise.all([silent, confirmed, closed].map(({ row }) => row()))
  expect(visible.map(({ status, resolved_by }) => [status, resolved_by])).toEqual([
    ['resolved', 'silence'],
    ['resolved', 'assistant'],
    ['resolved', 'member'],
  ])
  const figures = await Promise.all([silent, confirmed, closed].map(({ report }) => report()))
  expect(
    figures.map(({ current, assistant }) => [current.resolved_by, assistant?.current.resolved_by_assistant]),
  ).toEqual([
    [{ silence: 1 }, 0],
    [{ assistant: 1 }, 1],
    [{ member: 1 }, 0],
  ])
})

test('a reply followed by handing back never counts as “answered without a person”', async () => {
  const { browser, integration_id, key, answer, reply, write, report } = await shop()
  await answer()
  expect((await report()).assistant?.current.answered).toBe(1)
  await reply()
  await browser.call(handBack, key)
  await write()
  expect(await answer()).toBe(true)
  await write()
  await answer(undefined, true)
  const { assistant } = await report()
  expect(assistant?.current).toMatchObject({
    involved: 1,
    answered: 0,
    confirmed: 0,
    resolved_by_assistant: 0,
  })
  const list = await browser.call(listReportConversations, { integration_id, figure: 'answered', days: 7 })
  expect(list.total).toBe(0)
})

test('a reply moved by a merge counts in the target, and moves back with the undo', async () => {
  const { browser, integration_id, keyOf, answer, reply, write, resolve, row, report, ...created } =
    await shop()
  const other_id = crypto.randomUUID()
  await write(other_id)
  await answer()
  await reply(other_id)
  await browser.call(handBack, keyOf(other_id))
  await resolve(other_id)
  const merge_id = crypto.randomUUID()
  const target = created.conversation_id
  await browser.call(mergeConversation, { ...keyOf(other_id), id: merge_id, into_id: target })
  expect((await row()).first_reply_at).not.toBeNull()
  expect((await report()).assistant?.current.answered).toBe(0)
  expect(await row(other_id)).toMatchObject({ status: 'resolved', resolved_by: 'member' })
  await browser.call(undoMerge, { integration_id, merge_id })
  expect((await row()).first_reply_at).toBeNull()
  expect((await report()).assistant?.current.answered).toBe(1)
  expect(await row(other_id)).toMatchObject({ status: 'resolved', resolved_by: 'member' })
})

test('a list can be filtered by resolver, even in a view without resolved conversations', async () => {
  const { browser, integration_id, conversation_id, write, answer, resolve, key } = await shop()
  const other_id = crypto.randomUUID()
  await write(other_id)
  await answer(other_id)
  await resolve()
  await inFourDays(() => resolveInactive(server.ctx))
  const listed = async (resolved_by: string) =>
    (await browser.call(listConversations, { integration_id, resolved_by })).items.map(({ id }) => id)
  expect(await listed('member')).toEqual([conversation_id])
  expect(await listed('silence')).toEqual([other_id])
  expect((await listed('silence,member')).toSorted()).toEqual([conversation_id, other_id].toSorted())
  // A row resolved by an older version during the update.
  await server.ctx.transaction((tx) =>
    sql`update conversation set resolved_by = null where id = ${key.conversation_id}`.execute(tx),
  )
  expect(await listed('unknown')).toEqual([conversation_id])
})
