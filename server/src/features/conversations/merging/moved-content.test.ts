import {
  assignConversation,
  editMessage,
  getConversation,
  listMessages,
  listMessageVersions,
  listNotifications,
  listScheduledMessages,
  listVisitorMessages,
  markSeen,
  mergeConversation,
  rateConversation,
  scheduleMessage,
  searchConversations,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  undoMerge,
  hour_ms,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { answerMessageJob } from '../assistant/answer-job.ts'
import { sendAutomatedMessage } from '../reactions/automated-message.ts'
import { type Key, draft, locale, firstMessage, withoutGaps, mergeScene } from './test/merge-scene.ts'

const { server, two, client } = await mergeScene()

test('undoing a merge moves every message back, also for clients that have the threads open', async () => {
  const { a, b, browser, visitor, sendText, merge } = await two()
  const words = async (key: Key) => firstMessage(await browser.call(listMessages, key))
  const was = [await words(a), await words(b)]
  const states = [await browser.call(getConversation, a), await browser.call(getConversation, b)]
  const { id: merge_id } = await merge()
  const [inA, inB] = [client(browser, a), client(browser, b)]
  await inA.begin()
  await inB.begin()
  const undone = await browser.call(undoMerge, { ...a, merge_id })
  expect(undone.undone_at).not.toBeNull()
  expect([await words(a), await words(b)]).toEqual(was)
  for (const [index, key] of [a, b].entries()) {
    const { status, waiting_since, merged_into_id, last_message_preview } = states[index] ?? {}
    const now = await browser.call(getConversation, key)
    expect(now).toMatchObject({ status, waiting_since, merged_into_id, last_message_preview })
  }
  for (const [stored, key] of [
    [inA, a],
    [inB, b],
  ] as const) {
    const messages = await browser.call(listMessages, key)
    expect(await stored.follow()).toEqual(messages)
    expect(withoutGaps(messages)).toBe(true)
  }
  // The customer sees the original threads and writes where they wrote before.
  expect(firstMessage(await visitor.browser.call(listVisitorMessages, b))).toEqual(['B1', 'B3'])
  expect((await sendText(b, 'on')).conversation_id).toBe(b.conversation_id)
  expect(await browser.call(undoMerge, { ...a, merge_id })).toEqual(undone)
})

test('edits, scheduled replies, the rating, the search and read cursors follow the messages', async () => {
  const { a, b, browser, integration_id, visitor, merge } = await two()
  const reply = await browser.call(sendMessage, { ...b, ...draft('a quokka') })
  await browser.call(editMessage, { ...b, message_id: reply.id, body: 'a zyzzyva' })
  const send_at = new Date(Date.now() + hour_ms).toISOString()
  await browser.call(scheduleMessage, { ...b, ...draft('later'), send_at })
  await browser.call(setStatus, { ...b, status: 'resolved' })
  await visitor.browser.call(rateConversation, {
    ...b,
    ...{ id: crypto.randomUUID(), score: 4, comment: '' },
  })
  const { last_seq } = await browser.call(getConversation, b)
  await browser.call(markSeen, { ...b, seq: last_seq })
  const { id: merge_id } = await merge()
  const found = async () =>
    (await browser.call(searchConversations, { integration_id, search: 'zyzzyva' })).items.map(
      ({ conversation }) => conversation.number,
    )
  const check = async (key: Key, number: number) => {
    expect(await browser.call(listMessageVersions, { ...key, message_id: reply.id })).toMatchObject([
      { body: 'a quokka' },
    ])
    expect(await browser.call(listScheduledMessages, key)).toMatchObject([{ body: 'later' }])
    const row = await browser.call(getConversation, key)
    expect(row).toMatchObject({ rating: { score: 4 }, scheduled_count: 1, seen_seq: row.last_seq })
    expect(await found()).toEqual([number])
  }
  await check(a, 1)
  expect(await browser.call(getConversation, b)).toMatchObject({ rating: null, scheduled_count: 0 })
  await browser.call(undoMerge, { ...a, merge_id })
  await check(b, 2)
  expect(await browser.call(getConversation, a)).toMatchObject({ rating: null, scheduled_count: 0 })
})

test('a teammate’s notification links to the message’s new conversation', async () => {
  const { a, b, browser, integration_id, merge } = await two()
  const colleague = await server.seed.member(integration_id, 'agent')
  for (const key of [a, b]) await browser.call(assignConversation, { ...key, assignee_id: colleague.user.id })
  const notices = async () =>
    (await colleague.browser.call(listNotifications, { integration_id })).filter(
      ({ kind }) => kind === 'assigned',
    )
  expect((await notices()).map(({ number, is_read }) => `${number} ${is_read}`).toSorted()).toEqual([
    '1 false',
    '2 false',
  ])
  const { id: merge_id } = await merge()
  const now = await notices()
  expect(now.map(({ number }) => number)).toEqual([1, 1])
  expect(now.filter(({ is_read }) => !is_read)).toHaveLength(1)
  const thread = await browser.call(listMessages, a)
  for (const { seq } of now)
    expect(thread.find((message) => message.seq === seq)?.details.event).toBe('assigned')
  await browser.call(undoMerge, { ...a, merge_id })
  expect((await notices()).map(({ number }) => `${number}`).toSorted()).toEqual(['1', '2'])
})

test('after a merge the assistant answers pending questions, even after messages of rules', async () => {
  const { integration_id, browser, visitor, conversation_id } = await server.seed.conversation()
  const other = { integration_id, conversation_id: crypto.randomUUID() }
  await visitor.browser.call(sendVisitorMessage, { ...other, locale, ...draft('Do you ship to Malta?') })
  await server.ctx.transaction((tx) =>
    sendAutomatedMessage(
      server.ctx,
      tx,
      other,
      { user_id: null, name: 'Greeting' },
      { kind: 'text', body: 'We are on it.', locale },
    ),
  )
  const into = { integration_id, conversation_id }
  await browser.call(mergeConversation, { ...other, id: crypto.randomUUID(), into_id: conversation_id })
  const thread = await browser.call(listMessages, into)
  const query = thread.find(({ body }) => body === 'Do you ship to Malta?')
  const { rows } = await server.database.pool.query<{ seq: number }>(
    `select (data ->> 'seq')::int as seq from pgboss.job
      where name = $1 and data ->> 'conversation_id' = $2 order by created_on desc limit 1`,
    [answerMessageJob.name, conversation_id],
  )
  expect(rows).toEqual([{ seq: query?.seq }])
})
