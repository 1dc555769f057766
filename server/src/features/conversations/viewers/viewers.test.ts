import {
  applyViewerChanged,
  assignConversation,
  listViewers,
  setTyping,
  updateMember,
  type Viewer,
  type ViewerChange,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { openSocketServer } from '../../../../test/presence.ts'
import { testServer } from '../../../../test/server.ts'

const viewers = { away_after_ms: 700 }
const server = await testServer({}, { isAnswering: false, viewers })
const sockets = await openSocketServer(server)
afterAll(async () => {
  sockets.close()
  await server[Symbol.asyncDispose]()
})
type Frames = Awaited<ReturnType<typeof sockets.listen>>

async function workspace() {
  const created = await server.seed.conversation()
  const { integration_id, conversation_id, browser } = created
  const eva = await server.seed.member(integration_id, 'agent')
  const list = `presence-integration.${integration_id}`
  return {
    ...created,
    eva,
    list,
    thread: `presence-conversation.${conversation_id}`,
    /** Viewers as a subscribed page sees them. */
    after: (previous: readonly Viewer[], events: Frames) =>
      events
        .filter(({ event }) => event === 'ViewerChanged')
        // The event has the type of the contract.
        .reduce<readonly Viewer[]>(
          (current, { data }) => applyViewerChanged(current, data as ViewerChange),
          previous,
        ),
    read: () => browser.call(listViewers, { integration_id }),
    limit: (conversation_access: 'own' | 'all') =>
      browser.call(updateMember, { integration_id, user_id: eva.user.id, conversation_access }),
  }
}

test('REL-04 old state + events = new state: the list changes within a second when members open and leave a conversation', async () => {
  const { browser, eva, list, thread, after, read, conversation_id } = await workspace()
  const events = await sockets.listen(browser, list)
  const previous = await read()
  expect(previous).toEqual([])
  await sockets.listen(eva.browser, list)
  const close = await sockets.open(eva.browser, thread)
  const there = [{ conversation_id, user_id: eva.user.id }]
  await expect.poll(() => after(previous, events), { timeout: 1_000 }).toEqual(there)
  expect(await read()).toEqual(there)
  // A second window counts once, and the viewer stays while one of the two is open.
  const closeSecond = await sockets.open(eva.browser, thread)
  close()
  await expect.poll(() => server.realtime.subscriptionCount(thread)).toBe(1)
  expect(after(previous, events)).toEqual(there)
  closeSecond()
  await expect.poll(() => after(previous, events), { timeout: 2_000 }).toEqual([])
  expect(await read()).toEqual([])
})

test('a reloaded page isn’t reported as closed', async () => {
  const { browser, eva, list, thread } = await workspace()
  const events = await sockets.listen(browser, list)
  const notified = () => events.flatMap(({ event, data }) => (event === 'ViewerChanged' ? [data] : []))
  const close = await sockets.open(eva.browser, thread)
  // Events have the state of when they are sent, so the first is awaited while the page is open.
  await expect.poll(() => notified().length).toBe(1)
  // Long enough for the page to come back on a slow machine.
  viewers.away_after_ms = 60_000
  close()
  await expect.poll(() => server.realtime.occupied(thread)).toBe(false)
  await sockets.open(eva.browser, thread)
  await expect.poll(() => notified().length).toBe(2)
  viewers.away_after_ms = 700
  expect(notified()).toEqual([
    expect.objectContaining({ is_viewing: true }),
    expect.objectContaining({ is_viewing: true }),
  ])
})

test('the list is updated when members start and stop typing', async () => {
  const { browser, eva, list, integration_id, conversation_id } = await workspace()
  const events = await sockets.listen(browser, list)
  const notified = () =>
    events.flatMap(({ event, data }) => (event === 'TeammateTypingChanged' ? [data] : []))
  for (const is_typing of [true, false])
    await eva.browser.call(setTyping, { integration_id, conversation_id, is_typing })
  const mark = { integration_id, conversation_id, user_id: eva.user.id }
  await expect.poll(notified).toEqual([
    { ...mark, is_writing: true },
    { ...mark, is_writing: false },
  ])
})

test('S6.02 members who can’t see a conversation don’t learn who has it open or types in it; neither do visitors', async () => {
  const created = await workspace()
  const { browser, user, visitor, eva, list, thread, limit, integration_id, conversation_id } = created
  await limit('own')
  const received = await sockets.listen(eva.browser, list)
  const seen = await sockets.listen(browser, list)
  await sockets.listen(browser, thread)
  const write = () => browser.call(setTyping, { integration_id, conversation_id, is_typing: true })
  await write()
  const events = (frames: Frames) => new Set(frames.map(({ event }) => event))
  await expect
    .poll(() => events(seen).has('ViewerChanged') && events(seen).has('TeammateTypingChanged'))
    .toBe(true)
  expect(await eva.browser.call(listViewers, { integration_id })).toEqual([])
  expect(JSON.stringify(received)).not.toContain(conversation_id)

  await browser.call(assignConversation, { integration_id, conversation_id, assignee_id: eva.user.id })
  expect(await eva.browser.call(listViewers, { integration_id })).toEqual([
    { conversation_id, user_id: user.id },
  ])
  await write()
  await expect.poll(() => events(received).has('TeammateTypingChanged')).toBe(true)
  const toVisitor = server.watch(`private-visitor.${visitor.contact_id}`)
  await write()
  expect(toVisitor.map(({ event }) => event)).toEqual(['TypingChanged'])
})

test('404: another workspace’s viewers aren’t found', async () => {
  const { integration_id } = await workspace()
  const otherUser = await server.seed.user()
  await expect(otherUser.browser.call(listViewers, { integration_id })).rejects.toMatchObject({
    code: 'not_found',
  })
})
