import {
  applyContactChanged,
  applyVisitorOnline,
  applyVisitorOffline,
  applyVisitorNavigated,
  type ContactRow,
  contactChanged,
  describeVisitor,
  getContact,
  listContacts,
  listOnlineVisitors,
  mergeContact,
  type OnlineVisitor,
  type OnlineVisitors,
  openVisitorSession,
  recordPageVisit,
  sendVisitorMessage,
  undoContactMerge,
  visitorOnline,
  type VisitorGoingOffline,
  visitorOffline,
  type VisitorNavigation,
  visitorNavigated,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type ReceivedEvent, testServer } from '../../../../test/server.ts'
import { openRealtimePort } from '../../../../test/realtime-port.ts'

const server = await testServer({}, { isAnswering: false })
const { port, close } = await openRealtimePort(server)
const sockets = new Set<WebSocket>()
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  close()
  await server[Symbol.asyncDispose]()
})

type Visitor = Awaited<ReturnType<typeof server.seed.visitor>>

/** Opens a page with the chat: its socket on the visitor's channel. @returns a function that closes it */
async function openPage({ browser, contact_id }: Pick<Visitor, 'browser' | 'contact_id'>) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${server.ctx.secrets.realtime.key}?protocol=7`)
  sockets.add(socket)
  const channel_name = `private-visitor.${contact_id}`
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (bytes) => {
      // Frames of our own server.
      const { event, data } = JSON.parse(String(bytes)) as { event: string; data: string }
      if (event === 'pusher_internal:subscription_succeeded') resolve()
      if (event !== 'pusher:connection_established') return
      const { socket_id } = JSON.parse(data) as { socket_id: string }
      void browser
        .request('POST', '/api/visitor/broadcasting/auth', { socket_id, channel_name })
        .then((reply) =>
          socket.send(
            JSON.stringify({ event: 'pusher:subscribe', data: { channel: channel_name, ...reply.json() } }),
          ),
        )
    })
  })
  return () => socket.terminate()
}
async function workspace() {
  const created = await server.seed.integration()
  const { integration_id, browser } = created
  const visitor = () => server.seed.visitor(created.integration.public_key)
  const online = () => browser.call(listOnlineVisitors, { integration_id })
  /** Waits until this number is online. */
  const until = (total: number) =>
    server.eventually(async () => {
      const now = await online()
      return now.total === total ? now : undefined
    })
  return { ...created, visitor, online, until }
}
const pageA = { url: 'https://shop.example/a', title: 'A' }
const pageB = { url: 'https://shop.example/b', title: 'B' }

test('a visitor is online while a page with the chat is open, and their current page is updated', async () => {
  const { visitor, until, online, browser, integration_id } = await workspace()
  const peter = await visitor()
  await peter.browser.call(recordPageVisit, pageA)
  expect(await online()).toEqual({ items: [], total: 0 })
  const close = await openPage(peter)
  const { items } = await until(1)
  expect(items).toMatchObject([
    { id: peter.contact_id, name: null, locale: 'en', conversations: 0, page: pageA },
  ])
  await peter.browser.call(recordPageVisit, pageB)
  const contact = { integration_id, contact_id: peter.contact_id }
  expect(await browser.call(getContact, contact)).toMatchObject({
    online: { online_since: items[0]?.online_since, page: pageB },
  })
  expect((await browser.call(listContacts, { integration_id })).items).toMatchObject([{ is_online: true }])
  close()
  await until(0)
  expect(await browser.call(getContact, contact)).toMatchObject({ online: null })
  expect((await browser.call(listContacts, { integration_id })).items).toMatchObject([{ is_online: false }])
})

test('two browsers whose contacts were merged are one visitor, and two again when that is undone', async () => {
  const { visitor, until, browser, integration_id } = await workspace()
  const [peter, phone] = [await visitor(), await visitor()]
  const close = await openPage(peter)
  const closePhone = await openPage(phone)
  await until(2)
  const { id: merge_id } = await browser.call(mergeContact, {
    integration_id,
    contact_id: phone.contact_id,
    id: crypto.randomUUID(),
    into_id: peter.contact_id,
  })
  expect((await until(1)).items).toMatchObject([{ id: peter.contact_id }])
  await phone.browser.call(recordPageVisit, pageB)
  expect((await until(1)).items).toMatchObject([{ id: peter.contact_id, page: pageB }])
  close()
  await browser.call(undoContactMerge, { integration_id, merge_id })
  await server.eventually(async () => {
    const { items } = await until(1)
    return items[0]?.id === phone.contact_id ? true : undefined
  })
  closePhone()
  await until(0)
})

test('two pages are one visitor, who goes offline when the last one closes', async () => {
  const { visitor, until, integration_id } = await workspace()
  const arrivals = server.watch(visitorOnline.channel({ integration_id }), visitorOnline.name)
  const left = server.watch(visitorOffline.channel({ integration_id }), visitorOffline.name)
  const peter = await visitor()
  const first = await openPage(peter)
  const { items } = await until(1)
  const second = await openPage(peter)
  first()
  const mia = await visitor()
  const third = await openPage(mia)
  await until(2)
  third()
  // Mia left after Peter's first page, so that page's departure was processed too.
  expect(await until(1)).toEqual({ items, total: 1 })
  second()
  await until(0)
  // The event follows the commit.
  await expect.poll(() => [arrivals, left].map((events) => events.length)).toEqual([2, 2])
})

test('a reload keeps the page; the title can come later', async () => {
  const { visitor, until, online, integration } = await workspace()
  const peter = await visitor()
  await peter.browser.call(recordPageVisit, { ...pageA, title: '' })
  const close = await openPage(peter)
  const before = (await until(1)).items[0]?.page
  await peter.browser.call(openVisitorSession, {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en',
    page: pageA,
  })
  expect((await online()).items[0]?.page).toEqual({ ...pageA, at: before?.at })
  close()
})

test('visitors of a dead node are removed, and online visitors without a row are added', async () => {
  const { visitor, until, integration_id } = await workspace()
  const [deleted, here] = [await visitor(), await visitor()]
  await openPage(here)
  await until(1)
  const at = new Date(Date.now() - 60_000).toISOString()
  await server.ctx.transaction(async (tx) => {
    await tx.deleteFrom('online_visitor').where('integration_id', '=', integration_id).execute()
    await tx
      .insertInto('online_visitor')
      .values({ integration_id, contact_id: deleted.contact_id, online_since: at })
      .execute()
  })
  await server.eventually(async () => {
    const { items } = await until(1)
    return items[0]?.id === here.contact_id ? true : undefined
  })
})

/** Applies the received events to the list read before. */
function replay(before: OnlineVisitors, events: ReceivedEvent[]): OnlineVisitors {
  return events.reduce((state, { event, data }) => {
    // The event has the type of the contract.
    const next =
      event === visitorOnline.name
        ? applyVisitorOnline(state, data as OnlineVisitor)
        : event === visitorNavigated.name
          ? applyVisitorNavigated(state, data as VisitorNavigation)
          : event === visitorOffline.name
            ? applyVisitorOffline(state, data as VisitorGoingOffline)
            : event === contactChanged.name
              ? { ...state, items: applyContactChanged(state.items, data as ContactRow) ?? state.items }
              : state
    return next ?? state
  }, before)
}
test('REL-04 old state + events = new state: arrivals, page views, messages, names and departures', async () => {
  const { visitor, until, online, integration_id } = await workspace()
  const [eva, jan, mia] = [await visitor(), await visitor(), await visitor()]
  const leave = await openPage(eva)
  const before = await until(1)
  const events = server.watch(visitorOnline.channel({ integration_id }))
  await openPage(jan)
  await until(2)
  await openPage(mia)
  await until(3)
  await jan.browser.call(recordPageVisit, pageA)
  await mia.browser.call(describeVisitor, { name: 'Mia', email: 'mia@example.com' })
  await jan.browser.call(sendVisitorMessage, {
    conversation_id: crypto.randomUUID(),
    id: crypto.randomUUID(),
    body: 'Hello?',
    locale: 'en',
  })
  await jan.browser.call(recordPageVisit, pageB)
  leave()
  await until(2)
  await server.eventually(() =>
    events.some(({ event }) => event === visitorOffline.name) ? true : undefined,
  )
  const after = await online()
  expect(replay(before, events)).toEqual(after)
  expect(replay(replay(before, events), events)).toEqual(after)
  expect(after.items).toMatchObject([
    { id: mia.contact_id, name: 'Mia', kind: 'lead' },
    { id: jan.contact_id, page: pageB, conversations: 1 },
  ])
  const kinds = new Set(events.map(({ event }) => event))
  expect([...kinds].filter((event) => event.startsWith('Visitor')).sort()).toEqual([
    'VisitorNavigated',
    'VisitorOffline',
    'VisitorOnline',
  ])
})

test('SEC-10 404: online visitors of another workspace aren’t shown', async () => {
  const { visitor, until, integration_id } = await workspace()
  await openPage(await visitor())
  await until(1)
  const otherUser = await workspace()
  await expect(otherUser.browser.call(listOnlineVisitors, { integration_id })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await otherUser.online()).toEqual({ items: [], total: 0 })
})
