import {
  requestPerson,
  getConversation,
  listConversations,
  listMessages,
  listVisitorMessages,
  suggestReply,
  rateConversation,
  sendMessage,
  sendVisitorMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/server.ts'
import { assistantServer, shop } from './test/assistant-server.ts'

const { server, knowing, askQuestion } = await assistantServer()
afterAll(() => server[Symbol.asyncDispose]())

test('a question outside the content isn’t answered: it is handed over with a reason', async () => {
  const { visitor, browser, integration_id } = await knowing(shop)
  const { reply, conversation_id } = await askQuestion(
    visitor.browser,
    'Do you employ a submarine pilot on Jupiter?',
  )
  expect(reply).toMatchObject({ kind: 'hand_over', details: { reason: 'nothing_found' }, citations: [] })
  const { items } = await browser.call(listConversations, { integration_id, view: 'unassigned' })
  expect(items).toMatchObject([
    {
      id: conversation_id,
      handler: 'team',
      hand_over_reason: 'nothing_found',
      waiting_since: expect.any(String),
    },
  ])
})

test.each([
  ['I want to talk to a human', 'asked_for_human'],
  ['Chcem hovoriť s človekom', 'asked_for_human'],
  ['This is ridiculous!', 'anger'],
])('“%s” is handed over: %s', async (text, reason) => {
  const { visitor } = await knowing(shop)
  const { reply } = await askQuestion(visitor.browser, text)
  expect(reply).toMatchObject({ kind: 'hand_over', details: { reason } })
})

test('“talk to a person” works while the assistant is answering, and is confirmed once', async () => {
  const { visitor } = await knowing(shop)
  const { conversation_id } = await askQuestion(
    visitor.browser,
    'How much does shipping with a courier cost?',
  )
  expect(await visitor.browser.call(requestPerson, { conversation_id })).toMatchObject({ handler: 'team' })
  await visitor.browser.call(requestPerson, { conversation_id })
  const all = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(all.filter(({ kind }) => kind === 'hand_over')).toHaveLength(1)
})

test('the assistant never answers after a member has taken over', async () => {
  const { visitor, browser, integration_id } = await knowing(shop)
  const conversation_id = crypto.randomUUID()
  await askQuestion(visitor.browser, 'Hello!', conversation_id)
  await browser.call(sendMessage, {
    integration_id,
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Eva here',
  })
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'How much does shipping with a courier cost?',
    locale: 'en',
  })
  await askQuestion(visitor.browser, 'Hello!') // another conversation's job, so that this one's had its time
  const kinds = (await browser.call(listMessages, { integration_id, conversation_id })).map(
    ({ author }) => author,
  )
  expect(kinds.slice(-2)).toEqual(['member', 'contact'])
})

test('while a customer waits, members get a suggested reply from the content, and none without an answer', async () => {
  const { browser, integration_id, visitor } = await knowing(shop)
  const { conversation_id } = await askQuestion(visitor.browser, 'I want to talk to a human')
  const propose = (who: Browser = browser) => who.call(suggestReply, { integration_id, conversation_id })
  expect(await propose()).toBeNull()
  const sendText = (body: string) =>
    visitor.browser.call(sendVisitorMessage, { conversation_id, id: crypto.randomUUID(), body, locale: 'en' })
  await sendText('How much does shipping with a courier cost?')
  const proposal = await propose()
  expect(proposal).toMatchObject({
    band: 'answer',
    citations: [{ number: 1, title: 'Help', heading: 'Shipping' }],
  })
  expect(shop).toContain(proposal?.citations[0]?.quote)
  await sendText('Do you repair wooden sailing boats?')
  expect(await propose()).toBeNull()

  const other = await askQuestion(visitor.browser, 'How much does shipping with a courier cost?')
  const answering = { integration_id, conversation_id: other.conversation_id }
  expect(await browser.call(suggestReply, answering)).toBeNull()
  await sendText('How long do I have to return goods?')
  expect((await propose())?.citations[0]?.quote).toContain('30 days')
  const message = { integration_id, conversation_id, id: crypto.randomUUID(), body: '30 days.' }
  await browser.call(sendMessage, message)
  expect(await propose()).toBeNull()
  const viewer = await server.seed.member(integration_id, 'viewer')
  await expect(propose(viewer.browser)).rejects.toMatchObject({ code: 'forbidden' })
  const otherUser = await server.seed.integration()
  await expect(propose(otherUser.browser)).rejects.toMatchObject({ code: 'not_found' })
})

test('thanks for an answer with a source resolve the conversation; it can be rated, and another message reopens it', async () => {
  const { visitor, browser, integration_id } = await knowing(shop)
  const greeted = await askQuestion(visitor.browser, 'Hello!')
  await askQuestion(visitor.browser, 'Thanks a lot', greeted.conversation_id)
  const { conversation_id } = await askQuestion(
    visitor.browser,
    'How much does shipping with a courier cost?',
  )
  const row = (id = conversation_id) => browser.call(getConversation, { integration_id, conversation_id: id })
  expect(await row()).toMatchObject({ status: 'open', last_message_author: 'assistant' })
  const { reply } = await askQuestion(visitor.browser, 'Thanks a lot', conversation_id)
  expect(reply).toMatchObject({ kind: 'answer', citations: [] })
  expect(await row()).toMatchObject({
    status: 'resolved',
    resolved_at: expect.any(String),
    handler: 'assistant',
  })
  const seen = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(seen.at(-1)).toMatchObject({ kind: 'event', details: { event: 'confirmed', status: 'resolved' } })
  await visitor.browser.call(rateConversation, { conversation_id, id: crypto.randomUUID(), score: 5 })
  expect((await row()).rating).toMatchObject({ score: 5 })
  // Nothing was quoted there that could have helped.
  expect(await row(greeted.conversation_id)).toMatchObject({ status: 'open' })
  await askQuestion(visitor.browser, 'When do refunds reach my account?', conversation_id)
  expect(await row()).toMatchObject({ status: 'open', resolved_at: null })
})

test('an unhelpful answer is followed by another passage or a person, and thanks afterwards don’t resolve', async () => {
  const { visitor, browser, integration_id } = await knowing(
    shop,
    '# Courier prices abroad\n\nA courier to Czechia costs 6.50 EUR, and a courier to Austria costs 9 EUR for every parcel.',
  )
  const first = await askQuestion(visitor.browser, 'How much does a courier cost?')
  const { conversation_id } = first
  const again = await askQuestion(visitor.browser, 'that does not help', conversation_id)
  expect(again.reply).toMatchObject({ kind: 'answer', details: { band: 'may_help' } })
  expect(again.reply.body).toMatch(/^I’m sorry/)
  expect(again.reply.citations[0]?.quote).not.toBe(first.reply.citations[0]?.quote)
  await askQuestion(visitor.browser, 'thanks', conversation_id)
  expect(await browser.call(getConversation, { integration_id, conversation_id })).toMatchObject({
    status: 'open',
  })
})

test('“no” after an answer requests another one, and after “anything else?” ends the conversation', async () => {
  const { visitor } = await knowing(
    shop,
    '# Courier prices abroad\n\nA courier to Czechia costs 6.50 EUR, and a courier to Austria costs 9 EUR for every parcel.',
  )
  const first = await askQuestion(visitor.browser, 'How much does a courier cost?')
  const { conversation_id } = first
  const say = async (text: string) => (await askQuestion(visitor.browser, text, conversation_id)).reply
  const another = await say('No')
  expect(another).toMatchObject({ kind: 'answer', details: { band: 'may_help' } })
  expect(another.citations[0]?.quote).not.toBe(first.reply.citations[0]?.quote)
  expect(await say('ok')).toMatchObject({ body: 'Is there anything else I can help with?' })
  expect(await say('yes')).toMatchObject({ body: 'What would you like to know?' })
  expect(await say('ok')).toMatchObject({ body: 'Is there anything else I can help with?' })
  expect(await say('no')).toMatchObject({
    kind: 'answer',
    body: 'All right. I’m here if you need anything else.',
  })
})
