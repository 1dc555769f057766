import {
  countConversations,
  getConversation,
  listConversations,
  listMessages,
  listVisitorMessages,
  membersMentioned,
  sendMessage,
  setStatus,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const note = (body: string) => ({ id: crypto.randomUUID(), kind: 'note', body }) as const

test('a mentioned member is notified, and the conversation is in their mentions until it is resolved', async () => {
  const { browser, integration_id, conversation_id, user, visitor } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const jana = await server.seed.member(integration_id, 'viewer')
  const events = server.watch(membersMentioned.channel(key), 'MembersMentioned')
  const mentioned = async (who: typeof browser) => ({
    listed: (await who.call(listConversations, { integration_id, view: 'mentioned' })).items.map(
      ({ id }) => id,
    ),
    count: (await who.call(countConversations, { integration_id })).mentioned,
  })

  const sent = await browser.call(sendMessage, {
    ...key,
    ...note(`@${jana.user.name} and @${user.name}, look`),
  })
  expect(sent.details).toEqual({ mentions: [jana.user.id] })
  expect(events.map(({ data }) => data)).toEqual([
    {
      ...key,
      seq: sent.seq,
      user_ids: [jana.user.id],
      by_id: user.id,
      by_name: user.name,
    },
  ])
  expect(await mentioned(jana.browser)).toEqual({ listed: [conversation_id], count: 1 })
  expect(await mentioned(browser)).toEqual({ listed: [], count: 0 })
  expect(await browser.call(getConversation, key)).toMatchObject({ mentioned_ids: [jana.user.id] })

  await browser.call(sendMessage, { ...key, ...note(`@${jana.user.name} again`) })
  expect((await browser.call(getConversation, key)).mentioned_ids).toEqual([jana.user.id])
  await browser.call(setStatus, { ...key, status: 'resolved' })
  expect(await mentioned(jana.browser)).toEqual({ listed: [], count: 0 })

  const read = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(JSON.stringify(read)).not.toContain(jana.user.id)
})

test('replies to customers have no mentions, and neither do notes with members of other workspaces', async () => {
  const { browser, integration_id, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const jana = await server.seed.member(integration_id, 'agent')
  const otherUser = await server.seed.user()
  await browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body: `@${jana.user.name}` })
  await browser.call(sendMessage, { ...key, ...note(`@${otherUser.email}`) })
  expect((await browser.call(getConversation, key)).mentioned_ids).toEqual([])
  const details = (await browser.call(listMessages, key)).map((message) => message.details.mentions)
  expect(details.filter(Boolean)).toEqual([])
})
