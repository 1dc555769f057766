import {
  applyConversationChanged,
  applyMessageSent,
  type Conversation,
  conversationChanged,
  getConversation,
  listConversations,
  listMessages,
  listVisitorConversations,
  type Message,
  messageSent,
  rateConversation,
  sendVisitorMessage,
  setStatus,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const rating = (score: number, comment = '') => ({ id: crypto.randomUUID(), score, comment })
async function resolved() {
  const created = await server.seed.conversation()
  const { integration_id, conversation_id, browser } = created
  await browser.call(setStatus, { integration_id, conversation_id, status: 'resolved' })
  return { ...created, key: { integration_id, conversation_id } }
}
const mayRate = async ({ visitor }: Awaited<ReturnType<typeof resolved>>) =>
  (await visitor.browser.call(listVisitorConversations, {}))[0]?.can_rate

test('old state + events = new state: a resolved conversation can be rated, and the team gets an event', async () => {
  const created = await resolved()
  const { browser: member, visitor, conversation_id, integration_id, key } = created
  expect(await mayRate(created)).toBe(true)
  const events = server.watch(messageSent.channel(key), 'MessageSent')
  const rows = server.watch(conversationChanged.channel(key), 'ConversationChanged')
  const previous = await member.call(listMessages, key)
  const listed = await member.call(listConversations, { integration_id, view: 'resolved' })
  const rated = await visitor.browser.call(rateConversation, { conversation_id, ...rating(4, 'Quick!') })
  expect(rated).toMatchObject({ kind: 'rating', author: 'contact', body: 'Quick!', details: { score: 4 } })

  const after = await member.call(listMessages, key)
  expect(events.map(({ data }) => data as Message).reduce(applyMessageSent<Message>, previous)).toEqual(after)
  const conversations = await member.call(listConversations, { integration_id, view: 'resolved' })
  const list = rows.map(({ data }) => data as Conversation).reduce(applyConversationChanged, listed.items)
  expect(list).toEqual(conversations.items)
  expect(conversations.items[0]).toMatchObject({
    status: 'resolved',
    rating: { score: 4, comment: 'Quick!' },
  })
  expect(conversations.items[0]?.last_message_preview).toBe('Hello?')
  expect(await mayRate(created)).toBe(false)
})

test('a retry is one rating; after reopening and resolving it can be rated again, and the newest counts', async () => {
  const created = await resolved()
  const { browser: member, visitor, conversation_id, key } = created
  const first = rating(2)
  const sent = await visitor.browser.call(rateConversation, { conversation_id, ...first })
  expect(await visitor.browser.call(rateConversation, { conversation_id, ...first })).toEqual(sent)
  const message = { id: crypto.randomUUID(), body: 'Once more', locale: 'en' as const }
  await visitor.browser.call(sendVisitorMessage, { conversation_id, ...message })
  expect(await mayRate(created)).toBe(false)
  // the retry arrives late, after the conversation was reopened
  expect(await visitor.browser.call(rateConversation, { conversation_id, ...first })).toEqual(sent)
  await member.call(setStatus, { ...key, status: 'resolved' })
  expect(await mayRate(created)).toBe(true)
  await visitor.browser.call(rateConversation, { conversation_id, ...rating(5) })
  expect((await member.call(getConversation, key)).rating).toMatchObject({ score: 5, comment: null })
})

test('422: an unresolved conversation or an invalid score is rejected; 404: another visitor’s conversation', async () => {
  const { visitor, conversation_id, integration } = await server.seed.conversation()
  const rate = (score: number) =>
    visitor.browser.call(rateConversation, { conversation_id, ...rating(score) })
  await expect(rate(5)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { score: ['This conversation isn’t closed yet.'] },
  })
  await expect(rate(6)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(rate(0)).rejects.toMatchObject({ code: 'invalid_input' })
  const other = await server.seed.visitor(integration.public_key)
  await expect(other.browser.call(rateConversation, { conversation_id, ...rating(5) })).rejects.toMatchObject(
    { code: 'not_found' },
  )
})
