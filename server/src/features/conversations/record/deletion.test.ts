import {
  applyConversationDeleted,
  conversationDeleted,
  deleteConversation,
  getConversation,
  listAuditEntries,
  listConversations,
  listVisitorConversations,
  mergeConversation,
  searchConversations,
  sendMessage,
  sendVisitorMessage,
  visitorConversationDeleted,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const draft = (body: string) => ({ id: crypto.randomUUID(), body })
const locale = 'en' as const

test('REL-04 old state + events = new state: a deleted conversation is gone for the team and its customer', async () => {
  const { integration_id, browser, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const other = { integration_id, conversation_id: crypto.randomUUID() }
  await visitor.browser.call(sendVisitorMessage, { ...other, locale, ...draft('A second matter') })
  await browser.call(sendMessage, { ...key, ...draft('The marzipan is on its way') })
  await browser.call(sendMessage, { ...other, ...draft('Of course') })
  const notified = server.watch(conversationDeleted.channel(key), 'ConversationDeleted')
  const toldThem = server.watch(
    visitorConversationDeleted.channel({ visitor_id: visitor.contact_id }),
    'ConversationDeleted',
  )
  const previous = (await browser.call(listConversations, { integration_id })).items
  const theirs = await visitor.browser.call(listVisitorConversations, {})
  const row = async () =>
    (await browser.call(searchConversations, { integration_id, search: 'marzipan' })).items.map(
      ({ conversation }) => conversation.id,
    )
  expect(await row()).toEqual([conversation_id])

  expect(await browser.call(deleteConversation, key)).toBeNull()
  expect(notified.map(({ data }) => data)).toEqual([key])
  const after = (await browser.call(listConversations, { integration_id })).items
  expect(applyConversationDeleted(previous, key)).toEqual(after)
  expect(after.map(({ id }) => id)).toEqual([other.conversation_id])
  expect(toldThem.map(({ data }) => data)).toEqual([{ conversation_id }])
  expect(await visitor.browser.call(listVisitorConversations, {})).toEqual(
    applyConversationDeleted(theirs, { conversation_id }),
  )
  await expect(browser.call(getConversation, key)).rejects.toMatchObject({ code: 'not_found' })
  await expect(browser.call(deleteConversation, key)).rejects.toMatchObject({ code: 'not_found' })
  expect(await row()).toEqual([])
  expect((await browser.call(listAuditEntries, { integration_id })).items[0]).toMatchObject({
    action: 'conversation_deleted',
    subject: '#1',
  })
})

test('REL-02 a message to a deleted conversation starts another one, once', async () => {
  const { integration_id, browser, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const other = { integration_id, conversation_id: crypto.randomUUID() }
  await visitor.browser.call(sendVisitorMessage, { ...other, locale, ...draft('The same matter') })
  await browser.call(mergeConversation, { ...other, id: crypto.randomUUID(), into_id: conversation_id })
  await expect(browser.call(deleteConversation, other)).rejects.toMatchObject({ code: 'invalid_input' })
  await browser.call(deleteConversation, key)
  // Conversations merged into it are deleted as well.
  await expect(browser.call(getConversation, other)).rejects.toMatchObject({ code: 'not_found' })

  const late = { ...key, locale, ...draft('Are you there?') }
  const sent = await Promise.all([0, 1].map(() => visitor.browser.call(sendVisitorMessage, late)))
  expect(new Set(sent.map(({ conversation_id: id }) => id)).size).toBe(1)
  expect(sent[0]?.conversation_id).not.toBe(conversation_id)
  const again = await visitor.browser.call(sendVisitorMessage, { ...late, ...draft('Hello?') })
  expect(again).toMatchObject({ conversation_id: sent[0]?.conversation_id, seq: (sent[0]?.seq ?? 0) + 1 })
  const { items } = await browser.call(listConversations, { integration_id, view: 'automated' })
  expect(items.map(({ id }) => id)).toEqual([again.conversation_id])
})

test('404 SEC-10 S6.02: another workspace’s conversation stays, and only owners and admins can delete', async () => {
  const { integration_id, browser, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const { browser: otherUser, integration_id: elsewhere } = await server.seed.integration()
  for (const at of [key, { integration_id: elsewhere, conversation_id }])
    await expect(otherUser.call(deleteConversation, at)).rejects.toMatchObject({ code: 'not_found' })
  const agent = await server.seed.member(integration_id, 'agent')
  await expect(agent.browser.call(deleteConversation, key)).rejects.toMatchObject({ code: 'forbidden' })
  expect((await browser.call(getConversation, key)).id).toBe(conversation_id)
})
