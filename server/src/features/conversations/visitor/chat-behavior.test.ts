import {
  getConversation,
  type Input,
  listMessages,
  listVisitorConversations,
  sendVisitorMessage,
  setStatus,
  updateClientSettings,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function started() {
  const seeded = await server.seed.conversation()
  const { integration_id, conversation_id, visitor } = seeded
  const key = { integration_id, conversation_id }
  const write = (body: string, to = conversation_id, id = crypto.randomUUID()) =>
    visitor.browser.call(sendVisitorMessage, { conversation_id: to, id, body, locale: 'en' })
  const list = () => visitor.browser.call(listVisitorConversations, {})
  return { ...seeded, key, write, list }
}
type Behavior = NonNullable<Input<typeof updateClientSettings>['behavior']>
const setBehavior = (
  { browser, integration_id }: Pick<Awaited<ReturnType<typeof started>>, 'browser' | 'integration_id'>,
  behavior: Behavior,
) => browser.call(updateClientSettings, { integration_id, behavior })

test.each<[Behavior, number, boolean]>([
  [{ reopen_days: 10 }, 9, true],
  [{ reopen_days: 10 }, 11, false],
  [{ reopen_days: 0 }, 1, false],
])('with %j a message after %i days reopens a conversation: %s', async (behavior, days, isReopened) => {
  const seeded = await started()
  const { browser, key, write } = seeded
  await setBehavior(seeded, behavior)
  await browser.call(setStatus, { ...key, status: 'resolved' })
  await server.later(days * day_ms, async () => {
    const { conversation_id } = await write('Me again')
    expect(conversation_id === key.conversation_id).toBe(isReopened)
    expect((await browser.call(getConversation, key)).status).toBe(isReopened ? 'open' : 'resolved')
    if (isReopened) return
    const follows = await browser.call(getConversation, { ...key, conversation_id })
    expect(follows.follows_id).toBe(key.conversation_id)
  })
})

test('with one conversation at a time, a message to a new one continues the open one, even when repeated', async () => {
  const seeded = await started()
  const { browser, key, write, list } = seeded
  await setBehavior(seeded, { has_several_conversations: false })
  const [to, id] = [crypto.randomUUID(), crypto.randomUUID()]
  const sent = await write('Another question', to, id)
  expect(sent.conversation_id).toBe(key.conversation_id)
  expect(await write('Another question', to, id)).toEqual(sent)
  // Resolved and reopened by the next message, until the time to reopen has passed.
  await browser.call(setStatus, { ...key, status: 'resolved' })
  expect((await write('One more', crypto.randomUUID())).conversation_id).toBe(key.conversation_id)
  await browser.call(setStatus, { ...key, status: 'resolved' })
  await server.later(8 * day_ms, async () => {
    const later = crypto.randomUUID()
    expect((await write('A week later', later)).conversation_id).toBe(later)
    expect((await write('And', crypto.randomUUID())).conversation_id).toBe(later)
    expect(await list()).toHaveLength(2)
  })
  const bodies = (await browser.call(listMessages, key)).map(({ body }) => body)
  expect(bodies.filter((body) => body === 'Another question')).toHaveLength(1)
})

test('with one conversation at a time, first messages sent at the same moment start one conversation', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  await setBehavior({ browser, integration_id }, { has_several_conversations: false })
  const visitor = await server.seed.visitor(integration.public_key)
  const bodies = ['Hello', 'Is anyone there?', 'I have a question']
  const sent = await Promise.all(
    bodies.map((body) =>
      visitor.browser.call(sendVisitorMessage, {
        conversation_id: crypto.randomUUID(),
        id: crypto.randomUUID(),
        body,
        locale: 'en',
      }),
    ),
  )
  const [conversation, ...others] = await visitor.browser.call(listVisitorConversations, {})
  expect(others).toEqual([])
  expect(new Set(sent.map(({ conversation_id }) => conversation_id))).toEqual(new Set([conversation?.id]))
  const key = { integration_id, conversation_id: conversation?.id ?? '' }
  const customerMessages = (await browser.call(listMessages, key)).filter(
    ({ author }) => author === 'contact',
  )
  expect(customerMessages.map(({ body }) => body).toSorted()).toEqual(bodies.toSorted())
})

test('with one conversation at a time, another visitor’s open conversation is never continued', async () => {
  const one = await started()
  await setBehavior(one, { has_several_conversations: false })
  const other = await server.seed.visitor(one.integration.public_key)
  const send = (conversation_id: string) =>
    other.browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body: 'Not theirs',
      locale: 'en',
    })
  const own_id = crypto.randomUUID()
  expect((await send(own_id)).conversation_id).toBe(own_id)
  await expect(send(one.conversation_id)).rejects.toMatchObject({ code: 'not_found' })
})
