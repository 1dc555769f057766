import {
  applyConversationChanged,
  applyMessageSent,
  applyVisitorConversationChanged,
  assignConversation,
  continuity,
  type Conversation,
  conversationChanged,
  createConversationField,
  editMessage,
  getConversation,
  listConversations,
  listMessages,
  listMessageVersions,
  listNotifications,
  listScheduledMessages,
  listVisitorConversations,
  listVisitorMessages,
  markSeen,
  mergeConversation,
  type Message,
  messageSent,
  mergedMessagesMax,
  rateConversation,
  scheduleMessage,
  searchConversations,
  sendMessage,
  sendVisitorMessage,
  setConversationFields,
  setPriority,
  setStatus,
  splitConversation,
  undoMerge,
  undoMerge_ms,
  type VisitorConversation,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { answerMessage } from '../assistant/answer-job.ts'
import { deleteOldMerges } from '../timers/scheduled-tasks.ts'
import { sendAutomatedMessage } from '../reactions/automated-message.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const draft = (body: string) => ({ id: crypto.randomUUID(), body })
const locale = 'en' as const

/** One customer with two conversations; customer and team have written alternately in both. */
async function two() {
  const created = await server.seed.conversation()
  const { integration_id, browser, visitor, conversation_id } = created
  const other_id = crypto.randomUUID()
  const a = { integration_id, conversation_id }
  const b = { integration_id, conversation_id: other_id }
  const sendText = (at: { conversation_id: string }, body: string) =>
    visitor.browser.call(sendVisitorMessage, { ...at, locale, ...draft(body) })
  await sendText(b, 'B1')
  await browser.call(sendMessage, { ...a, ...draft('A2') })
  await browser.call(sendMessage, { ...b, kind: 'note', ...draft('B2 note') })
  await sendText(b, 'B3')
  const merge = () =>
    browser.call(mergeConversation, { ...b, id: crypto.randomUUID(), into_id: conversation_id })
  return { ...created, a, b, sendText, merge }
}
type Key = { integration_id: string; conversation_id: string }
const firstMessage = (messages: { kind: string; body: string }[]) =>
  messages.filter(({ kind }) => kind === 'text' || kind === 'note').map(({ body }) => body)

/** A client that holds a thread: it applies events and reads again after a gap. */
function client(browser: Awaited<ReturnType<typeof two>>['browser'], key: Key) {
  const events = server.watch(messageSent.channel(key), 'MessageSent')
  let stored: Message[] = []
  const last = () => stored.at(-1)?.seq ?? 0
  return {
    async begin() {
      stored = await browser.call(listMessages, key)
    },
    async follow() {
      for (const { data } of events.splice(0)) {
        // The channel's events that carry a message.
        const message = data as Message
        const position = continuity(last(), message)
        if (position === 'next') stored = applyMessageSent(stored, message)
        if (position === 'gap')
          stored = (await browser.call(listMessages, { ...key, after_seq: last() })).reduce(
            applyMessageSent,
            stored,
          )
      }
      return stored
    },
  }
}
const withoutGaps = (messages: Message[]) =>
  messages.map(({ prev }) => prev).join() === [0, ...messages.slice(0, -1).map(({ seq }) => seq)].join()

test('REL-04 merged, two conversations are one in the order of time, and events explain it to whoever holds either', async () => {
  const { a, b, browser, integration_id, visitor, merge } = await two()
  const rows = server.watch(conversationChanged.channel(a), 'ConversationChanged')
  const theirs = server.watch(`private-visitor.${visitor.contact_id}`, 'ConversationChanged')
  const [inA, inB] = [client(browser, a), client(browser, b)]
  await inA.begin()
  await inB.begin()
  const listed = (await browser.call(listConversations, { integration_id })).items
  const seenRows = await visitor.browser.call(listVisitorConversations, {})
  const ids = [...(await inA.follow()), ...(await inB.follow())].map(({ id }) => id)

  const merged = await merge()
  expect(merged).toMatchObject({ source: { number: 2 }, target: { number: 1 }, moved: 3, undone_at: null })
  const whole = await browser.call(listMessages, a)
  expect(firstMessage(whole).slice(1)).toEqual(['B1', 'A2', 'B2 note', 'B3'])
  const idsOf = (messages: Message[]) => messages.filter(({ kind }) => kind !== 'event').map(({ id }) => id)
  expect(new Set(idsOf(whole))).toEqual(new Set(ids))
  expect(idsOf(whole)).toHaveLength(ids.length)
  expect(withoutGaps(whole)).toBe(true)
  expect(await inA.follow()).toEqual(whole)
  expect(await inB.follow()).toEqual(await browser.call(listMessages, b))
  expect(whole.at(-1)?.details).toMatchObject({ event: 'merged', other_number: 2, merge_id: merged.id })
  const left = await browser.call(listMessages, b)
  expect(left.map(({ details }) => details)).toMatchObject([{ event: 'merged_into', other_number: 1 }])
  expect(await browser.call(getConversation, b)).toMatchObject({
    status: 'resolved',
    merged_into_id: a.conversation_id,
    merged_into_number: 1,
  })

  const after = (await browser.call(listConversations, { integration_id })).items
  const bare = <R extends { seen_seq: number }>(list: R[]) => list.map(({ seen_seq: _, ...row }) => row)
  // The channels' events that carry rows.
  const list = rows.map(({ data }) => data as Conversation).reduce(applyConversationChanged, listed)
  expect(bare(list).filter(({ status }) => status !== 'resolved')).toEqual(bare(after))
  const notified = theirs
    .map(({ data }) => data as VisitorConversation)
    .reduce(applyVisitorConversationChanged, seenRows)
  expect(notified).toEqual(await visitor.browser.call(listVisitorConversations, {}))
})

test('REL-02 what a customer writes into a merged conversation lands where it went, once, and what was sent before is not doubled', async () => {
  const { a, b, browser, visitor, sendText, merge } = await two()
  const previous = { ...b, locale, ...draft('sent before, its answer lost') }
  await visitor.browser.call(sendVisitorMessage, previous)
  const racing = draft('while it is merged')
  const [merged, raced] = await Promise.all([
    merge(),
    visitor.browser.call(sendVisitorMessage, { ...b, locale, ...racing }),
  ])
  const repeated = await visitor.browser.call(sendVisitorMessage, previous)
  expect(repeated).toMatchObject({ id: previous.id, conversation_id: a.conversation_id })
  expect((await sendText(b, 'written since')).conversation_id).toBe(a.conversation_id)
  await browser.call(sendMessage, { ...b, ...draft('a colleague who still looks at it') })
  const whole = firstMessage(await browser.call(listMessages, { ...a, limit: 200 }))
  expect(whole.filter((body) => body === previous.body)).toHaveLength(1)
  expect(whole.filter((body) => body === racing.body)).toHaveLength(1)
  expect(whole.slice(-2)).toEqual(['written since', 'a colleague who still looks at it'])
  expect(await visitor.browser.call(listVisitorMessages, b)).toHaveLength(1)

  // After the undo, messages written since stay, and a resend doesn't create duplicates.
  await browser.call(undoMerge, { ...a, merge_id: merged.id })
  for (const [at, again] of [
    [b, previous],
    [b, { ...racing, locale }],
  ] as const)
    await visitor.browser.call(sendVisitorMessage, { ...again, conversation_id: at.conversation_id })
  const both = [
    ...firstMessage(await browser.call(listMessages, a)),
    ...firstMessage(await browser.call(listMessages, b)),
  ]
  expect(both.filter((body) => body === previous.body)).toHaveLength(1)
  expect(both.filter((body) => body === racing.body)).toHaveLength(1)
  expect(raced.id).toBe(racing.id)
})

test('a merge that is taken back leaves every message where it was, for whoever held the threads as well', async () => {
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
  for (const [at, key] of [a, b].entries()) {
    const { status, waiting_since, merged_into_id, last_message_preview } = states[at] ?? {}
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

test('edits, kept replies, the rating, the search and how far somebody has read follow the messages', async () => {
  const { a, b, browser, integration_id, visitor, merge } = await two()
  const reply = await browser.call(sendMessage, { ...b, ...draft('a quokka') })
  await browser.call(editMessage, { ...b, message_id: reply.id, body: 'a zyzzyva' })
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
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

test('what a colleague was told of leads to where the message stands', async () => {
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

test('after a merge the assistant is asked again what it has not answered, whatever a rule has said since', async () => {
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
    [answerMessage.name, conversation_id],
  )
  expect(rows).toEqual([{ seq: query?.seq }])
})

test('422: what cannot be merged is refused, and the field named', async () => {
  const { a, b, browser, user, email, password, integration_id, integration, merge } = await two()
  const otherUser = await server.seed.visitor(integration.public_key)
  const theirs = { integration_id, conversation_id: crypto.randomUUID() }
  await otherUser.browser.call(sendVisitorMessage, { ...theirs, locale, ...draft('Hello') })
  const attempt = (from: Key, into: Key, id: string = crypto.randomUUID()) =>
    browser.call(mergeConversation, { ...from, id, into_id: into.conversation_id })
  const into = { code: 'invalid_input', errors: { into_id: [expect.any(String)] } }
  const from = { code: 'invalid_input', errors: { conversation_id: [expect.any(String)] } }
  await expect(attempt(b, b)).rejects.toMatchObject(into)
  await expect(attempt(b, theirs)).rejects.toMatchObject(into)
  await browser.call(setStatus, { ...b, status: 'spam' })
  await expect(attempt(a, b)).rejects.toMatchObject(into)
  await expect(attempt(b, a)).rejects.toMatchObject(from)
  await browser.call(setStatus, { ...b, status: 'open' })

  const { last_seq } = await browser.call(getConversation, b)
  await server.ctx.transaction((tx) =>
    sql`insert into message (
        integration_id, conversation_id, seq, id, visitor_prev, is_visible, author, author_id, kind, body)
      select ${integration_id}, ${b.conversation_id}, ${last_seq}::int + place, gen_random_uuid(), 0, false,
        'member', ${user.id}, 'note', ''
      from generate_series(1, ${mergedMessagesMax}::int) as place`.execute(tx),
  )
  await expect(attempt(b, a)).rejects.toMatchObject(into)
  await server.ctx.transaction((tx) => tx.deleteFrom('message').where('seq', '>', last_seq).execute())

  const done = await merge()
  await expect(attempt(a, b)).rejects.toMatchObject(into)
  await expect(attempt(b, a)).rejects.toMatchObject(from)
  expect(await attempt(b, a, done.id)).toEqual(done)
  await expect(browser.call(setStatus, { ...b, status: 'open' })).rejects.toMatchObject(from)
  await server.later(undoMerge_ms + 1, async () => {
    const again = await server.signIn(email, password)
    const undo = () => again.call(undoMerge, { integration_id, merge_id: done.id })
    await expect(undo()).rejects.toMatchObject({ errors: { merge_id: [expect.any(String)] } })
    await deleteOldMerges(server.ctx)
    await expect(undo()).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('REL-04 split, one conversation is two, linked both ways; merged again it is what it was', async () => {
  const { a, browser, visitor, sendText } = await two()
  const question = await sendText(a, 'Another thing: do you repair bikes?')
  await browser.call(sendMessage, { ...a, kind: 'note', ...draft('not ours') })
  const whole = await browser.call(listMessages, a)
  const stored = client(browser, a)
  await stored.begin()
  const id = crypto.randomUUID()
  const split = () => browser.call(splitConversation, { ...a, id, message_id: question.id })
  const created = await split()
  expect(created).toMatchObject({
    id,
    number: 3,
    subject: 'Another thing: do you repair bikes?',
    status: 'open',
    waiting_since: question.sent_at,
    follows_id: a.conversation_id,
  })
  expect((await split()).number).toBe(3)
  const there = { ...a, conversation_id: id }
  const [head, tail] = [await browser.call(listMessages, a), await browser.call(listMessages, there)]
  expect([firstMessage(head), firstMessage(tail)]).toEqual([
    firstMessage(whole).slice(0, 2),
    firstMessage(whole).slice(2),
  ])
  expect(head.at(-1)?.details).toMatchObject({ event: 'split_off', other_number: 3 })
  expect(tail.at(-1)?.details).toMatchObject({ event: 'split_from', other_number: 1 })
  expect(await stored.follow()).toEqual(head)
  expect(withoutGaps(head) && withoutGaps(tail)).toBe(true)
  expect(await browser.call(getConversation, a)).toMatchObject({ status: 'waiting', waiting_since: null })
  // Resent to the first conversation, the message is found in the second.
  const again = await visitor.browser.call(sendVisitorMessage, {
    ...a,
    locale,
    id: question.id,
    body: question.body,
  })
  expect(again.conversation_id).toBe(id)

  await browser.call(mergeConversation, { ...there, id: crypto.randomUUID(), into_id: a.conversation_id })
  expect(firstMessage(await browser.call(listMessages, a))).toEqual(firstMessage(whole))
  const first = browser.call(splitConversation, {
    ...a,
    id: crypto.randomUUID(),
    message_id: whole[0]?.id ?? '',
  })
  await expect(first).rejects.toMatchObject({ errors: { message_id: [expect.any(String)] } })
})

test('a merge fills what the target lacks of fields and priority, and its undo takes back what has not changed since', async () => {
  const { a, b, browser, integration_id, merge } = await two()
  const field = async (name: string, is_required = false) =>
    (await browser.call(createConversationField, { integration_id, name, type: 'text', is_required })).id
  const [order, topic, city] = [await field('Order', true), await field('Topic'), await field('City')]
  const fieldsOf = async (key: Key) => (await browser.call(getConversation, key)).fields
  await browser.call(setConversationFields, { ...a, fields: { [topic]: 'Delivery' } })
  const ofSource = { [order]: 'GB-12345', [topic]: 'Returns', [city]: 'Trenčín' }
  await browser.call(setConversationFields, { ...b, fields: ofSource })
  await browser.call(setPriority, { ...b, priority: 'high' })
  const { id: merge_id } = await merge()
  expect(await fieldsOf(a)).toEqual({ ...ofSource, [topic]: 'Delivery' })
  // All required fields are filled, so it can be resolved.
  await browser.call(setStatus, { ...a, status: 'resolved' })
  await browser.call(setConversationFields, { ...a, fields: { [city]: 'Nitra' } })
  await browser.call(undoMerge, { ...a, merge_id })
  expect(await browser.call(getConversation, a)).toMatchObject({
    fields: { [topic]: 'Delivery', [city]: 'Nitra' },
    priority: 'none',
  })
  expect(await browser.call(getConversation, b)).toMatchObject({ fields: ofSource, priority: 'high' })
})

test('a split conversation that ends with the customer’s question is open, whatever it was before', async () => {
  const { a, browser, sendText } = await two()
  const question = await sendText(a, 'Hello? Are you still there?')
  const reply = await browser.call(sendMessage, { ...a, ...draft('Let me check') })
  expect(await browser.call(getConversation, a)).toMatchObject({ status: 'waiting', waiting_since: null })
  const id = crypto.randomUUID()
  await browser.call(splitConversation, { ...a, id, message_id: reply.id })
  expect(await browser.call(getConversation, a)).toMatchObject({
    status: 'open',
    waiting_since: question.sent_at,
  })
  expect(await browser.call(getConversation, { ...a, conversation_id: id })).toMatchObject({
    status: 'waiting',
    waiting_since: null,
  })
})

test('404: merging, splitting and undoing reach no other workspace', async () => {
  const { a, b, browser, merge } = await two()
  const otherUser = await server.seed.conversation()
  const theirs = { integration_id: otherUser.integration_id, conversation_id: otherUser.conversation_id }
  const deleted = { code: 'not_found' }
  const id = crypto.randomUUID()
  await expect(
    browser.call(mergeConversation, { ...b, id, into_id: theirs.conversation_id }),
  ).rejects.toMatchObject(deleted)
  await expect(
    otherUser.browser.call(mergeConversation, { ...theirs, id, into_id: b.conversation_id }),
  ).rejects.toMatchObject(deleted)
  const message_id = otherUser.first.id
  await expect(browser.call(splitConversation, { ...b, id, message_id })).rejects.toMatchObject(deleted)
  const { id: merge_id } = await merge()
  const taken = otherUser.browser.call(undoMerge, { ...theirs, merge_id })
  await expect(taken).rejects.toMatchObject(deleted)
  expect(await browser.call(getConversation, b)).toMatchObject({ merged_into_id: a.conversation_id })
})
