import {
  assignConversation,
  changeRole,
  getConversation,
  listMessages,
  listVisitorMessages,
  sendMessage,
  sendVisitorMessage,
  setStatus,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function resolved() {
  const seeded = await server.seed.conversation()
  const { integration_id, conversation_id, browser, visitor } = seeded
  const key = { integration_id, conversation_id }
  await browser.call(setStatus, { ...key, status: 'resolved' })
  const write = (body: string) =>
    visitor.browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body,
      locale: 'en',
    })
  const thread = () => browser.call(listMessages, key)
  const reopened = async () => (await thread()).filter(({ details }) => details.event === 'reopened')
  return { ...seeded, key, write, thread, reopened }
}

test('each time a customer reopens a conversation, the thread gets an event for the team only', async () => {
  const { key, conversation_id, browser, visitor, write, thread, reopened } = await resolved()
  await write('One more thing')
  await write('And another')
  expect((await thread()).slice(-3)).toMatchObject([
    { body: 'One more thing' },
    { author: 'system', details: { event: 'reopened', status: 'open' } },
    { body: 'And another' },
  ])
  await browser.call(setStatus, { ...key, status: 'resolved' })
  await write('Still not')
  expect(await reopened()).toHaveLength(2)
  expect((await browser.call(getConversation, key)).reopen_count).toBe(2)
  const seen = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(seen.map(({ details }) => details.event)).not.toContain('reopened')
})

test('a member’s reply to a resolved conversation adds an event with their name', async () => {
  const { key, browser, user, reopened } = await resolved()
  await browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body: 'One more hint' })
  await browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body: 'And a link' })
  expect(await reopened()).toMatchObject([
    { author: 'member', author_id: user.id, details: { event: 'reopened', status: 'waiting' } },
  ])
})

test('a reopened conversation isn’t left with a member who can no longer reply', async () => {
  const { integration_id, key, browser, write, thread } = await resolved()
  const agent = await server.seed.member(integration_id, 'agent')
  const assign = () => browser.call(assignConversation, { ...key, assignee_id: agent.user.id })
  const give = (role: 'viewer' | 'agent') =>
    browser.call(changeRole, { integration_id, user_id: agent.user.id, role })
  const assignee = async () => (await browser.call(getConversation, key)).assignee_id
  await assign()
  await give('viewer')
  expect(await assignee()).toBe(agent.user.id)
  await write('Hello again')
  expect(await assignee()).toBeNull()
  expect((await thread()).at(-1)).toMatchObject({ details: { event: 'assigned', assignee_name: null } })

  await give('agent')
  await assign()
  await browser.call(setStatus, { ...key, status: 'resolved' })
  await give('viewer')
  await browser.call(setStatus, { ...key, status: 'open' })
  expect(await assignee()).toBeNull()
})
