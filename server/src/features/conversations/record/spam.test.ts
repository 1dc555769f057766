import {
  requestPerson,
  getConversation,
  handBack,
  listConversations,
  listMessages,
  listNotifications,
  sendVisitorMessage,
  setStatus,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

/** A conversation marked as spam, handled by the assistant or the team. */
async function spam(isTeams: boolean) {
  const created = await server.seed.conversation()
  const { integration_id, conversation_id, browser, visitor } = created
  const key = { integration_id, conversation_id }
  const messages = () => browser.call(listMessages, key)
  const answered = (count = 1) =>
    server.eventually(async () =>
      (await messages()).filter(({ kind }) => kind === 'answer' || kind === 'hand_over').length >= count
        ? true
        : undefined,
    )
  // “Hello?” gets a greeting.
  await answered()
  if (isTeams) await visitor.browser.call(requestPerson, { conversation_id })
  await browser.call(setStatus, { ...key, status: 'spam' })
  return {
    ...created,
    key,
    messages,
    answered,
    row: () => browser.call(getConversation, key),
    unread: async () =>
      (await browser.call(listNotifications, { integration_id })).filter(({ is_read }) => !is_read),
    write: (body = 'Hello!') =>
      visitor.browser.call(sendVisitorMessage, {
        conversation_id,
        id: crypto.randomUUID(),
        body,
        locale: 'en',
      }),
  }
}

test('spam stays spam when its customer writes: the message is stored, and no one is notified', async () => {
  const { browser, integration_id, conversation_id, row, write, messages, unread } = await spam(true)
  await write('Cheap watches')
  expect(await row()).toMatchObject({
    status: 'spam',
    waiting_since: null,
    due_at: null,
    last_message_preview: 'Cheap watches',
  })
  expect((await messages()).at(-1)).toMatchObject({ body: 'Cheap watches', author: 'contact' })
  expect(await unread()).toEqual([])
  for (const view of ['all', 'unassigned'] as const)
    expect((await browser.call(listConversations, { integration_id, view })).items).toEqual([])
  const { items } = await browser.call(listConversations, { integration_id, view: 'spam' })
  expect(items.map(({ id }) => id)).toEqual([conversation_id])
})

test('the assistant doesn’t answer spam, and no one is notified of it, until a member unmarks it', async () => {
  const { browser, visitor, conversation_id, key, row, write, messages, answered, unread } = await spam(false)
  await write()
  await visitor.browser.call(requestPerson, { conversation_id })
  await browser.call(handBack, key)
  expect(await row()).toMatchObject({ status: 'spam', handler: 'assistant', hand_over_at: null })
  // Wait for an answer in another conversation, so this one would have been answered by now.
  await spam(false)
  expect((await messages()).filter(({ kind }) => kind === 'answer')).toHaveLength(1)
  expect(await unread()).toEqual([])
  await browser.call(setStatus, { ...key, status: 'open' })
  await answered(2)
  expect(await row()).toMatchObject({ status: 'open', handler: 'assistant' })
})
