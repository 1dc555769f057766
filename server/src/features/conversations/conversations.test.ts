import {
  applyConversationChanged,
  applyMessageSent,
  assignConversation,
  type Conversation,
  conversationChanged,
  getConversation,
  handBack,
  listConversations,
  listMessages,
  listVisitorConversations,
  listVisitorMessages,
  type Message,
  messageCharsMax,
  messageSent,
  requestPerson,
  saveDraft,
  scheduleMessage,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  takeOver,
  type VisitorMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const draft = (body: string) => ({ id: crypto.randomUUID(), body })

test('REL-04 old state + events = new state for the team’s events', async () => {
  const { browser: member, integration_id, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  await visitor.browser.call(requestPerson, { conversation_id })
  const events = server.watch(messageSent.channel(key))
  const rows = server.watch(conversationChanged.channel(key), 'ConversationChanged')
  const previous = await member.call(listMessages, key)
  const listed = await member.call(listConversations, { integration_id })
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    locale: 'en',
    ...draft('Is anybody there?'),
  })
  await member.call(sendMessage, { ...key, ...draft('Yes!') })
  await member.call(sendMessage, { ...key, kind: 'note', ...draft('Seems to be in a hurry') })
  await member.call(setStatus, { ...key, status: 'resolved' })
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    locale: 'en',
    ...draft('One more thing'),
  })

  const after = await member.call(listMessages, key)
  const messages = events.filter(({ event }) => event === 'MessageSent').map(({ data }) => data as Message)
  expect(messages.reduce(applyMessageSent<Message>, previous)).toEqual(after)
  const list = rows.map(({ data }) => data as Conversation).reduce(applyConversationChanged, listed.items)
  const fresh = (await member.call(listConversations, { integration_id })).items
  expect(list.map(({ seen_seq: _, ...row }) => row)).toEqual(fresh.map(({ seen_seq: _, ...row }) => row))
})

test('SEC-22 notes, drafts, assignees, the summary, and ids and addresses of members are visible to the team only', async () => {
  const {
    browser: member,
    user,
    email,
    visitor,
    conversation_id,
    ...created
  } = await server.seed.conversation()
  const { integration_id } = created
  member.address = '203.0.113.7'
  const events = server.watch(`private-visitor.${visitor.contact_id}`)
  await member.call(sendMessage, { integration_id, conversation_id, kind: 'note', ...draft('CANARY note') })
  const unsent = { mode: 'text', text: 'CANARY draft', changed_at: new Date().toISOString() } as const
  await member.call(saveDraft, { integration_id, conversation_id, ...unsent })
  await member.call(assignConversation, { integration_id, conversation_id, assignee_id: user.id })
  await visitor.browser.call(requestPerson, { conversation_id })
  await member.call(sendMessage, { integration_id, conversation_id, ...draft('Hello, Eva here') })
  const read = await visitor.browser.call(listVisitorMessages, { conversation_id })
  const seen = JSON.stringify([read, events, await visitor.browser.call(listVisitorConversations, {})])
  expect(seen).toContain('Hello, Eva here')
  for (const secret of ['CANARY', email, user.id, '203.0.113', 'summary', integration_id])
    expect(seen).not.toContain(secret)
  expect(read.map(({ kind }) => kind)).toEqual(['text', 'hand_over', 'text'])
})

test('each visible entry refers to the previous visible one, so visitors see no gap at a note', async () => {
  const { browser: member, integration_id, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  await member.call(sendMessage, { ...key, kind: 'note', ...draft('a') })
  await member.call(sendMessage, { ...key, kind: 'note', ...draft('b') })
  await member.call(sendMessage, { ...key, ...draft('c') })
  const read = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(read.map(({ seq, prev }) => [seq, prev])).toEqual([
    [1, 0],
    [4, 1],
  ])
  const team = await member.call(listMessages, key)
  expect(team.map(({ seq, prev }) => [seq, prev])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 3],
  ])
})

test('REL-02 twenty concurrent sends of one message create one message and one event', async () => {
  const { integration_id, visitor, conversation_id, browser: member } = await server.seed.conversation()
  const events = server.watch(messageSent.channel({ conversation_id }), 'MessageSent')
  const once = { conversation_id, locale: 'en' as const, ...draft('only once') }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => visitor.browser.call(sendVisitorMessage, once)),
  )
  expect(new Set(replies.map(({ seq }) => seq))).toEqual(new Set([2]))
  expect(events).toHaveLength(1)
  expect(await member.call(listMessages, { integration_id, conversation_id })).toHaveLength(2)
})

test('REL-02 422: the same id with another text is rejected', async () => {
  const { visitor, conversation_id } = await server.seed.conversation()
  const first = draft('first')
  await visitor.browser.call(sendVisitorMessage, { conversation_id, locale: 'en', ...first })
  const again = visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    locale: 'en',
    ...first,
    body: 'second',
  })
  await expect(again).rejects.toMatchObject({ code: 'invalid_input', errors: { id: [expect.any(String)] } })
})

test('422: a reply that another member preceded is rejected until its author has seen the other one', async () => {
  const { integration_id, browser: eva, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const { browser: jana } = await server.seed.member(integration_id, 'agent')
  const late = { ...key, ...draft('We look into it'), seen_seq: 1 }
  const invalid = { code: 'invalid_input', errors: { seen_seq: [expect.stringMatching(/replied/)] } }
  // The customer's own messages, notes and the author's own replies don't count as a newer reply.
  await visitor.browser.call(sendVisitorMessage, { conversation_id, locale: 'en', ...draft('Still there?') })
  await jana.call(sendMessage, { ...key, kind: 'note', ...draft('Mine, I think') })
  await eva.call(sendMessage, { ...key, ...draft('One moment'), seen_seq: 1 })
  const answer = await jana.call(sendMessage, { ...key, ...draft('It left today') })
  await expect(eva.call(sendMessage, late)).rejects.toMatchObject(invalid)
  await expect(eva.call(scheduleMessage, { ...late, send_at: null })).rejects.toMatchObject(invalid)
  const bodies = async () => (await eva.call(listMessages, key)).map(({ body }) => body)
  expect(await bodies()).not.toContain('We look into it')
  const sent = await eva.call(sendMessage, { ...late, seen_seq: answer.seq })
  // Resending a sent message returns the stored one.
  await jana.call(sendMessage, { ...key, ...draft('And is there tomorrow') })
  expect(await eva.call(sendMessage, { ...late, seen_seq: answer.seq })).toEqual(sent)
})

test('of two concurrent replies one is rejected', async () => {
  const { integration_id, browser: eva, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const { browser: jana } = await server.seed.member(integration_id, 'agent')
  const ends = await Promise.allSettled(
    [eva, jana].map((one) => one.call(sendMessage, { ...key, ...draft('Hello!'), seen_seq: 1 })),
  )
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('fifty concurrent messages are numbered 1 to 51 without gaps', async () => {
  const { integration_id, browser: member, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => member.call(sendMessage, { ...key, ...draft(`m${n}`) })),
  )
  const all = await member.call(listMessages, { ...key, limit: 200 })
  expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 51 }, (_, n) => n + 1))
})

test('a member’s reply takes over, assigns and pauses the SLA clock; the customer’s reply starts it', async () => {
  const { user, integration_id, browser: member, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  await member.call(sendMessage, { ...key, ...draft('Hi') })
  const replied = await member.call(getConversation, key)
  expect(replied).toMatchObject({
    handler: 'team',
    status: 'waiting',
    assignee_id: user.id,
    waiting_since: null,
  })
  await visitor.browser.call(sendVisitorMessage, { conversation_id, locale: 'en', ...draft('And?') })
  expect(await member.call(getConversation, key)).toMatchObject({
    status: 'open',
    waiting_since: expect.any(String),
  })
})

test('taking over twice adds one event', async () => {
  const { integration_id, browser: member, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  await member.call(takeOver, key)
  await member.call(takeOver, key)
  const events = (await member.call(listMessages, key)).filter(({ kind }) => kind === 'event')
  expect(events).toHaveLength(1)
})

test('after handing back, the assistant answers pending questions, and no one is assigned', async () => {
  const { integration_id, browser: member, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  await member.call(takeOver, key)
  await visitor.browser.call(sendVisitorMessage, { conversation_id, locale: 'en', ...draft('And now?') })
  const back = await member.call(handBack, key)
  expect(back).toMatchObject({ handler: 'assistant', assignee_id: null, waiting_since: null })
  expect(await member.call(handBack, key)).toEqual(back)
  const read = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(read.map(({ details }) => details.event).filter(Boolean)).toEqual(['taken_over', 'handed_back'])
})

test('a reopened conversation without a reply waits since the customer’s message', async () => {
  const { integration_id, browser: member, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  await member.call(sendMessage, { ...key, ...draft('Hi') })
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    locale: 'en',
    ...draft('One more thing'),
  })
  const { waiting_since } = await member.call(getConversation, key)
  expect(waiting_since).not.toBeNull()
  await member.call(setStatus, { ...key, status: 'resolved' })
  expect(await member.call(setStatus, { ...key, status: 'open' })).toMatchObject({ waiting_since })
  await member.call(sendMessage, { ...key, ...draft('Here you are') })
  await member.call(setStatus, { ...key, status: 'resolved' })
  expect(await member.call(setStatus, { ...key, status: 'open' })).toMatchObject({ waiting_since: null })
})

test('a hand-over has its reason and a summary in the customer’s words', async () => {
  const { integration_id, browser: member, visitor } = await server.seed.conversation()
  const conversation_id = crypto.randomUUID()
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    ...draft('Hello?\nAnyone?'),
    locale: 'sk',
    page: { url: 'https://shop.example/cart?key=pk_1#total', title: 'Cart' },
  })
  await visitor.browser.call(requestPerson, { conversation_id })
  await visitor.browser.call(requestPerson, { conversation_id })
  const [handOver, ...more] = (await member.call(listMessages, { integration_id, conversation_id })).filter(
    ({ kind }) => kind === 'hand_over',
  )
  expect(more).toEqual([])
  expect(handOver?.details).toMatchObject({
    reason: 'asked_for_human',
    summary: 'Otázka: Hello? Anyone?\nAsistent nič necitoval.\nNapísané zo stránky: shop.example/cart',
    summary_facts: { questions: ['Hello? Anyone?'], quoted_titles: [], page: 'shop.example/cart' },
  })
})

test('SEC-10 404: a conversation of another workspace or visitor isn’t found', async () => {
  const { conversation_id, integration_id, integration } = await server.seed.conversation()
  const otherUser = await server.seed.conversation()
  const other = await server.seed.visitor(integration.public_key)
  const attempts = [
    () => otherUser.browser.call(listMessages, { integration_id, conversation_id }),
    () => otherUser.browser.call(listMessages, { integration_id: otherUser.integration_id, conversation_id }),
    () =>
      otherUser.browser.call(sendMessage, {
        integration_id: otherUser.integration_id,
        conversation_id,
        ...draft('x'),
      }),
    () => otherUser.visitor.browser.call(listVisitorMessages, { conversation_id }),
    () => otherUser.visitor.browser.call(requestPerson, { conversation_id }),
    () =>
      other.browser.call(listVisitorMessages, {
        conversation_id,
      }),
    () =>
      other.browser.call(sendVisitorMessage, {
        conversation_id,
        locale: 'en',
        ...draft('x'),
      }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
})

test('422: an empty and a huge message name their field in the caller’s language', async () => {
  const { visitor, conversation_id } = await server.seed.conversation()
  visitor.browser.headers['accept-language'] = 'sk'
  const send = (body: string) =>
    visitor.browser.call(sendVisitorMessage, { conversation_id, locale: 'sk', ...draft(body) })
  await expect(send('   ')).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { body: ['Toto pole je povinné.'] },
  })
  await expect(send('x'.repeat(messageCharsMax + 1))).rejects.toMatchObject({
    errors: { body: ['Použite najviac 8000 znakov.'] },
  })
  await expect(send('a\0b')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('REL-03 a client loads a gap after its last number, and pages backwards from the first', async () => {
  const { integration_id, browser: member, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  for (let n = 0; n < 6; n++) await member.call(sendMessage, { ...key, ...draft(`m${n}`) })
  const seqs = (list: { seq: number }[]) => list.map(({ seq }) => seq)
  expect(seqs(await member.call(listMessages, { ...key, after_seq: 4 }))).toEqual([5, 6, 7])
  expect(seqs(await member.call(listMessages, { ...key, before_seq: 4, limit: 2 }))).toEqual([2, 3])
  expect(seqs(await visitor.browser.call(listVisitorMessages, { conversation_id, limit: 3 }))).toEqual([
    5, 6, 7,
  ])
})

test('the inbox is paginated without loss while it grows', async () => {
  const { integration_id, browser: member, integration } = await server.seed.integration()
  const visitor = await server.seed.visitor(integration.public_key)
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    const conversation_id = crypto.randomUUID()
    await visitor.browser.call(sendVisitorMessage, { conversation_id, locale: 'en', ...draft(`q${n}`) })
    await visitor.browser.call(requestPerson, { conversation_id })
    ids.unshift(conversation_id)
  }
  const first = await member.call(listConversations, { integration_id, limit: 2 })
  const second = await member.call(listConversations, {
    integration_id,
    limit: 2,
    ...(first.next ? { cursor: first.next } : {}),
  })
  const third = await member.call(listConversations, {
    integration_id,
    limit: 2,
    ...(second.next ? { cursor: second.next } : {}),
  })
  expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids)
  expect(third.next).toBeNull()
  await expect(member.call(listConversations, { integration_id, cursor: 'junk' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('the visitor receives the team’s messages on their own channel', async () => {
  const { integration_id, browser: member, visitor, conversation_id } = await server.seed.conversation()
  const events = server.watch(`private-visitor.${visitor.contact_id}`, 'MessageSent')
  await member.call(sendMessage, { integration_id, conversation_id, ...draft('Hello') })
  const read = await visitor.browser.call(listVisitorMessages, { conversation_id, after_seq: 1 })
  expect(events.map(({ data }) => data as VisitorMessage)).toEqual(read)
})

test('REL-02 a first message sent twice concurrently starts one conversation, and both requests succeed', async () => {
  const { browser: member, integration_id, integration } = await server.seed.integration()
  const visitor = await server.seed.visitor(integration.public_key)
  const first = { conversation_id: crypto.randomUUID(), locale: 'en', ...draft('Hello?') } as const
  const answers = await Promise.all([1, 2, 3].map(() => visitor.browser.call(sendVisitorMessage, first)))
  expect(answers.map(({ id, seq }) => ({ id, seq }))).toEqual(answers.map(() => ({ id: first.id, seq: 1 })))

  const next = { ...first, conversation_id: crypto.randomUUID(), ...draft('Hello again?') }
  await visitor.browser.call(sendVisitorMessage, next)
  const numberOf = async ({ conversation_id }: typeof first) =>
    (await member.call(getConversation, { integration_id, conversation_id })).number
  expect([await numberOf(first), await numberOf(next)]).toEqual([1, 2])
})
