import {
  applyConversationChanged,
  applyVisitorConversationChanged,
  type Conversation,
  conversationChanged,
  createConversationField,
  getConversation,
  listConversations,
  listMessages,
  listVisitorConversations,
  listVisitorMessages,
  mergeConversation,
  type Message,
  mergedMessagesMax,
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
import { expect, test } from 'vitest'
import { deleteOldMerges } from '../timers/scheduled-tasks.ts'
import { type Key, draft, locale, firstMessage, withoutGaps, mergeScene } from './test/merge-scene.ts'

const { server, two, client } = await mergeScene()

test('REL-04 two merged conversations are one thread by time, and events update clients with either', async () => {
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

test('REL-02 a message to a merged conversation is stored in the target once, and earlier ones aren’t duplicated', async () => {
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

test('422: an impossible merge is rejected with its field', async () => {
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

test('a merge fills in missing fields and priority of the target, and its undo reverts what hasn’t changed since', async () => {
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

test('404: merging, splitting and undoing in another workspace', async () => {
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
