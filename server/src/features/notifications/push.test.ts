import {
  addPushDevice,
  requestPerson,
  assignConversation,
  listNotifications,
  listPushDevices,
  pushDevicesChanged,
  markNotificationsRead,
  removePushDevice,
  sendVisitorMessage,
  signOut,
  testPushDevice,
  updateNotificationPreferences,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { fakePushService } from '../../../test/push-service.ts'
import { testServer } from '../../../test/server.ts'
import { push } from './push.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const service = fakePushService(server.ctx.egress)

/** A waiting conversation, and its owner with a subscribed browser. */
async function subscribed() {
  const created = await server.seed.conversation()
  const { integration_id, conversation_id, browser, visitor, user } = created
  const phone = service.subscribe()
  const add = (who = browser, { endpoint, keys } = phone) =>
    who.call(addPushDevice, { integration_id, endpoint, keys })
  return {
    ...created,
    phone,
    add,
    device: await add(),
    devices: async () => (await browser.call(listPushDevices, { integration_id })).devices,
    handOver: () => visitor.browser.call(requestPerson, { conversation_id }),
    write: (body: string) =>
      visitor.browser.call(sendVisitorMessage, {
        conversation_id,
        id: crypto.randomUUID(),
        body,
        locale: 'en',
      }),
    take: () => browser.call(assignConversation, { integration_id, conversation_id, assignee_id: user.id }),
    notified: (count: number) =>
      server.eventually(() => (phone.received.length >= count ? phone.received : undefined)),
  }
}

test('a push is sent while no page is open, signed and encrypted, without the text unless that was chosen', async () => {
  const { phone, handOver, write, take, notified, devices, browser, integration_id, conversation_id } =
    await subscribed()
  await handOver()
  const url = `/en/app/i/${integration_id}/conversation/${conversation_id}`
  expect(await notified(1)).toEqual([
    {
      title: 'Conversation #1 is waiting for your team.',
      body: 'Shop',
      tag: `conversation:${conversation_id}`,
      url,
      unread: 1,
    },
  ])
  const { public_key } = await browser.call(listPushDevices, { integration_id })
  expect(phone.signers).toEqual([public_key])
  await browser.call(updateNotificationPreferences, { integration_id, include_text: true })
  await take()
  await write('Where is my order?')
  expect((await notified(2))[1]).toMatchObject({
    body: expect.stringMatching(/^Visitor [0-9a-f]{4}: Where is my order\?$/),
    url,
  })
  expect(await server.eventually(async () => (await devices())[0]?.pushed_at ?? undefined)).toBeTruthy()
})

test('no push is sent for read notifications, unwanted ones, or in quiet hours', async () => {
  const { phone, handOver, device, browser, integration_id, notified } = await subscribed()
  await handOver()
  await notified(1)
  const [notification] = await browser.call(listNotifications, { integration_id })
  const again = () => push(server.ctx, { integration_id, device_id: device.id, notice_id: notification?.id })
  await again()
  expect(phone.received).toHaveLength(2)
  const quiet_hours = { is_on: true, from: '00:00', to: '00:00' }
  const { kinds } = await browser.call(updateNotificationPreferences, { integration_id, quiet_hours })
  await again()
  await browser.call(updateNotificationPreferences, {
    integration_id,
    quiet_hours: { ...quiet_hours, is_on: false },
    kinds: { ...kinds, unassigned: { ...kinds.unassigned, push: false } },
  })
  await again()
  await browser.call(updateNotificationPreferences, { integration_id, kinds })
  await browser.call(markNotificationsRead, { integration_id })
  await again()
  expect(phone.received).toHaveLength(2)
})

test('a removed push subscription is deleted, and an unavailable push service is retried', async () => {
  const { phone, device, devices, integration_id, user, handOver, notified } = await subscribed()
  const events = server.watch(pushDevicesChanged.channel({ user_id: user.id }), pushDevicesChanged.name)
  const call = () => push(server.ctx, { integration_id, device_id: device.id })
  service.answers.set(phone.endpoint, 503)
  await expect(call()).rejects.toThrow('503')
  expect(await devices()).toHaveLength(1)
  service.answers.delete(phone.endpoint)
  await call()
  expect(phone.received).toMatchObject([{ title: 'Test notification' }])
  service.answers.set(phone.endpoint, 410)
  await handOver()
  await server.eventually(async () => ((await devices()).length === 0 ? true : undefined))
  await expect.poll(() => events.length, { timeout: 15_000 }).toBe(1)
  await call()
  expect(await notified(1)).toHaveLength(1)
})

test('SEC-02 a browser gets pushes while its session lasts, and for one user only', async () => {
  const { phone, browser, add, devices, email, password, integration_id, device } = await subscribed()
  expect(device.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect((await add()).id).toBe(device.id)
  // A colleague signs in on the same browser.
  const colleague = await server.seed.member(integration_id, 'agent')
  const theirs = await add(colleague.browser)
  expect(await devices()).toEqual([])
  await add(browser, service.subscribe())
  expect(await devices()).toHaveLength(1)
  await colleague.browser.call(signOut, {})
  await push(server.ctx, { integration_id, device_id: theirs.id })
  expect(phone.received).toEqual([])
  await browser.call(signOut, {})
  const again = await server.signIn(email, password)
  expect((await again.call(listPushDevices, { integration_id })).devices).toEqual([])
})

test('SEC-10 404 422: members can list, test and remove only their own devices, and only valid endpoints are accepted', async () => {
  const { browser, device, devices, integration_id, phone } = await subscribed()
  const colleague = await server.seed.member(integration_id, 'admin')
  const place = { integration_id, device_id: device.id }
  const absent = { code: 'not_found' }
  expect((await colleague.browser.call(listPushDevices, { integration_id })).devices).toEqual([])
  await expect(colleague.browser.call(removePushDevice, place)).rejects.toMatchObject(absent)
  await expect(colleague.browser.call(testPushDevice, place)).rejects.toMatchObject(absent)
  const inner = { integration_id, keys: phone.keys, endpoint: 'https://127.0.0.1/x' }
  await expect(browser.call(addPushDevice, inner)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(
    browser.call(addPushDevice, { ...inner, endpoint: 'http://push.example/x' }),
  ).rejects.toMatchObject({ errors: { endpoint: [expect.any(String)] } })
  await browser.call(testPushDevice, place)
  await server.eventually(() => phone.received[0])
  await browser.call(removePushDevice, place)
  expect(await devices()).toEqual([])
})
