import { createHmac } from 'node:crypto'
import {
  assignConversation,
  createContact,
  createWebhook,
  deleteConversation,
  deleteWebhook,
  listAuditEntries,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  replayWebhookDelivery,
  requestPerson,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  testWebhook,
  updateContact,
  updateWebhook,
  type WebhookEvent,
  webhookEvents,
  hour_ms,
} from '@ozvi/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startReceiver } from '#platform/realtime/test/receiver.ts'
import { testServer } from '../../../test/server.ts'

const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver(), startReceiver()])
const [receiver, second, third, hanging] = receivers
const server = await testServer(
  { EGRESS_ALLOW: receivers.map(({ host }) => host).join(',') },
  { isAnswering: false },
)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  for (const each of receivers) await each.close()
})
afterEach(() => {
  for (const each of receivers) {
    each.received.length = 0
    each.answer = (response) => response.end('ok')
  }
})
/** `WEBHOOK_NOTES=250` sends 1,000 deliveries to four receivers while one of them hangs. */
const notes = Math.ceil(Number(process.env['WEBHOOK_NOTES'] ?? 30) / 5) * 5

interface Body {
  id: string
  type: string
  created_at: string
  workspace_id: string
  data: {
    conversation?: { id: string; status: string; assignee_id: string | null }
    message?: { body: string; kind: string; seq: number }
    contact?: { id: string; name: string | null }
  }
}
type Receiver = typeof receiver
const bodies = ({ received }: Receiver): Body[] => received.map(({ body }) => JSON.parse(body) as Body)
const types = (from: Receiver) => bodies(from).map(({ type }) => type)

async function hooked(events: readonly WebhookEvent[] = webhookEvents, urls = [receiver.url]) {
  const created = await server.seed.conversation()
  const { browser, integration_id, conversation_id } = created
  const webhooks = []
  for (const url of urls)
    webhooks.push(await browser.call(createWebhook, { integration_id, url, events: [...events] }))
  const say = (body: string, kind: 'text' | 'note' = 'note') =>
    browser.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body, kind })
  const webhook = webhooks[0]!
  const key = { integration_id, webhook_id: webhook.id }
  const log = async () => (await browser.call(listWebhookDeliveries, key)).items
  const state = async () => (await browser.call(listWebhooks, { integration_id }))[0]
  return { ...created, webhooks, webhook, key, say, log, state, at: { integration_id, conversation_id } }
}
/** Each secret's signature, as a receiver verifies it. */
const signed = (secrets: string[], time: string, body: string) =>
  secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`)

test('each event is delivered once, signed, and without the secret', async () => {
  const { browser, integration_id, user, visitor, say, at, webhook, contact } = await hooked().then(
    (made) => ({
      ...made,
      contact: { integration_id: made.integration_id, contact_id: made.visitor.contact_id },
    }),
  )
  const another = crypto.randomUUID()
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id: another,
    id: crypto.randomUUID(),
    body: 'Where is my parcel?',
    locale: 'en',
  })
  await visitor.browser.call(requestPerson, { conversation_id: another })
  await browser.call(assignConversation, { ...at, assignee_id: user.id })
  await say('On its way', 'text')
  await browser.call(setStatus, { ...at, status: 'resolved' })
  await browser.call(updateContact, { ...contact, name: 'Jana' })
  await browser.call(createContact, { integration_id, id: crypto.randomUUID(), name: 'Peter' })
  const expected = [
    'contact.created',
    'contact.updated',
    'conversation.assigned',
    'conversation.created',
    'conversation.handed_over',
    'conversation.status_changed',
    'message.created',
    'message.created',
  ]
  await expect.poll(() => types(receiver).toSorted(), { timeout: 15_000 }).toEqual(expected)
  expect(new Set(bodies(receiver).map(({ id }) => id)).size).toBe(expected.length)
  for (const { headers, body } of receiver.received) {
    const [t = '', ...signatures] = String(headers['ozvi-signature']).split(',')
    expect(signatures).toEqual(signed([webhook.secret], t.slice(2), body))
    expect(Math.abs(Date.now() / 1000 - Number(t.slice(2)))).toBeLessThan(60)
    expect(JSON.stringify([headers, body])).not.toContain(webhook.secret)
    expect(headers.cookie).toBeUndefined()
  }
  const parsed = bodies(receiver)
  expect(parsed.every(({ workspace_id }) => workspace_id === integration_id)).toBe(true)
  expect(parsed.find(({ type }) => type === 'contact.updated')?.data.contact?.name).toBe('Jana')
  expect(parsed.find(({ type }) => type === 'conversation.assigned')?.data.conversation?.assignee_id).toBe(
    user.id,
  )
})

test('SEC-52 SEC-54 after a rotation the old secret also signs for 24 hours, and a redirect is a failure', async () => {
  const { browser, integration_id, key, webhook, say, log } = await hooked(['message.created'])
  const renewed = await browser.call(renewWebhookSecret, key)
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.filter(({ action }) => action === 'webhook_secret_renewed')).toMatchObject([
    { subject: receiver.host },
  ])
  expect(renewed.secret).not.toBe(webhook.secret)
  await say('one')
  await expect.poll(() => receiver.received.length).toBe(1)
  const check = (nth: number, secrets: string[]) => {
    const { headers, body } = receiver.received[nth]!
    const [t = '', ...signatures] = String(headers['ozvi-signature']).split(',')
    expect(signatures).toEqual(signed(secrets, t.slice(2), body))
  }
  check(0, [renewed.secret, webhook.secret])
  await server.later(25 * hour_ms, async () => {
    await browser.request('GET', '/api/csrf-token')
    await say('two')
    await expect.poll(() => receiver.received.length).toBe(2)
    check(1, [renewed.secret])
  })
  await browser.request('GET', '/api/csrf-token')
  receiver.answer = (response) => response.writeHead(307, { location: second.url }).end()
  await say('three')
  await expect.poll(async () => (await log())[0]?.problem).toBe('307')
  expect(second.received).toEqual([])
  await browser.call(deleteWebhook, key)
})

test('REL-19 failures are retried in the order of each conversation, and the log has the response', async () => {
  const { say, log, state, visitor, conversation_id } = await hooked(['message.created'])
  let failuresLeft = 3
  receiver.answer = (response) =>
    failuresLeft-- > 0 ? response.writeHead(500).end('out of order') : response.end('ok')
  for (const word of ['one', 'two', 'three', 'four', 'five']) await say(word)
  await expect.poll(async () => (await state())?.state).toBe('failing')
  expect((await log()).at(-1)).toMatchObject({
    state: 'waiting',
    status: 500,
    problem: '500',
    answer: 'out of order',
  })
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'six',
    locale: 'en',
  })
  await expect
    .poll(async () => (await log()).every((each) => each.state === 'delivered'), { timeout: 40_000 })
    .toBe(true)
  const words = bodies(receiver).flatMap(({ data }) => data.message?.body ?? [])
  expect(words.slice(3)).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])
  expect(new Set(words.slice(0, 3))).toEqual(new Set(['one']))
  expect((await state())?.state).toBe('delivering')
}, 60_000)

test('REL-19 a hanging receiver doesn’t delay others', async () => {
  const { browser, webhooks, say, integration_id } = await hooked(
    ['message.created'],
    [receiver.url, second.url, third.url, hanging.url],
  )
  const good = [receiver, second, third]
  const delays = async (count: number) => {
    for (const each of good) each.received.length = 0
    const arrivals: number[] = []
    for (const each of good)
      each.answer = (response) => {
        const { created_at } = bodies(each).at(-1)!
        arrivals.push(Date.now() - Date.parse(created_at))
        response.end('ok')
      }
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        for (let n = 0; n < count / 5; n++) await say(`note ${n}`)
      }),
    )
    await expect.poll(() => arrivals.length, { timeout: 60_000 }).toBe(3 * count)
    return arrivals.toSorted((a, b) => a - b)
  }
  const hangingKey = { integration_id, webhook_id: webhooks[3]!.id }
  await browser.call(updateWebhook, { ...hangingKey, is_on: false })
  const alone = await delays(notes)
  await browser.call(updateWebhook, { ...hangingKey, is_on: true })
  hanging.answer = () => {}
  const besides = await delays(notes)
  expect(hanging.received.length).toBeGreaterThan(0)
  const nearlyAll = (sorted: number[]) => sorted[Math.floor(sorted.length * 0.95)] ?? Infinity
  expect(nearlyAll(besides) - nearlyAll(alone)).toBeLessThan(1_000)
}, 150_000)

test('REL-19 many slow receivers with a backlog don’t keep others waiting', async () => {
  const other = await hooked(['message.created'])
  const slow = Array.from({ length: 9 }, (_, n) => `${hanging.url}?${n}`)
  const busy = [await hooked(['message.created'], slow), await hooked(['message.created'], slow)]
  hanging.answer = (response) => void setTimeout(() => response.end('ok'), 1_000)
  for (let n = 0; n < 10; n++) await Promise.all(busy.map(({ say }) => say(`note ${n}`)))
  const sent_at = performance.now()
  await other.say('hello')
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
  // In turns it waits for about two seconds; the rest is for a busy machine.
  expect(performance.now() - sent_at).toBeLessThan(8_000)
})

test('REL-19 after a day of failures the webhook is paused, owners and admins are notified, and it continues when it is turned on', async () => {
  const { browser, email, key, say, state, integration_id } = await hooked(['message.created'])
  receiver.answer = (response) => response.writeHead(503).end()
  await say('one')
  await expect.poll(async () => (await state())?.state).toBe('failing')
  await server.later(25 * hour_ms, async () => {
    await browser.request('GET', '/api/csrf-token')
    await say('two')
    await expect.poll(async () => (await state())?.state, { timeout: 15_000 }).toBe('paused')
  })
  await browser.request('GET', '/api/csrf-token')
  const mail = await server.eventually(async () =>
    (await server.mailbox.list()).find(
      ({ to, subject }) => to === email && subject === 'A webhook was paused',
    ),
  )
  expect(mail.text).toContain('503')
  expect(mail.text).toContain(`/app/i/${integration_id}/settings/api`)
  receiver.answer = (response) => response.end('ok')
  receiver.received.length = 0
  await browser.call(updateWebhook, { ...key, is_on: true })
  await expect
    .poll(() => bodies(receiver).map(({ data }) => data.message?.body), { timeout: 40_000 })
    .toEqual(['one', 'two'])
  // Saved once the receiver has answered.
  await expect.poll(state).toMatchObject({ state: 'delivering', waiting: 0 })
}, 90_000)

test('a delivery is replayed with the same body, a test is sent immediately, and both are in the log', async () => {
  const { browser, key, say, log, integration_id } = await hooked(['message.created'])
  await say('one')
  await expect.poll(async () => (await log())[0]?.state).toBe('delivered')
  const [first] = await log()
  await browser.call(replayWebhookDelivery, { ...key, delivery_id: first!.id })
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
  expect(await browser.call(testWebhook, key)).toMatchObject({
    event: 'test',
    state: 'delivered',
    status: 200,
    answer: 'ok',
  })
  receiver.answer = (response) => response.writeHead(404).end('\0no such page')
  expect(await browser.call(testWebhook, key)).toMatchObject({
    state: 'failed',
    problem: '404',
    answer: 'no such page',
  })
  expect((await log()).map(({ event }) => event)).toEqual([
    'test',
    'test',
    'message.created',
    'message.created',
  ])
  const page = await browser.call(listWebhookDeliveries, { ...key, limit: 3 })
  const rest = await browser.call(listWebhookDeliveries, { ...key, cursor: page.next ?? '' })
  expect([page.items.length, rest.items.length, rest.next]).toEqual([3, 1, null])
  await browser.call(deleteWebhook, key)
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['webhook_created', 'webhook_deleted']),
  )
})

test('404 SEC-10 another workspace’s webhook, and 403 for other roles; URLs are checked', async () => {
  const a = await hooked()
  const b = await hooked()
  const foreign = { integration_id: b.integration_id, webhook_id: a.webhook.id }
  const calls = [
    () => b.browser.call(updateWebhook, { ...foreign, is_on: false }),
    () => b.browser.call(deleteWebhook, foreign),
    () => b.browser.call(renewWebhookSecret, foreign),
    () => b.browser.call(testWebhook, foreign),
    () => b.browser.call(listWebhookDeliveries, foreign),
    () => b.browser.call(listWebhooks, { integration_id: a.integration_id }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not_found' })
  const editor = await server.seed.member(a.integration_id, 'editor')
  await expect(editor.browser.call(listWebhooks, { integration_id: a.integration_id })).rejects.toMatchObject(
    { code: 'forbidden' },
  )
  for (const url of [
    'http://shop.example/hook',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://169.254.169.254/',
    'https://shop.example:22/',
    'https://user:secret@shop.example/',
    'ftp://shop.example/',
    'javascript:alert(1)',
    `https://shop.example/${'x'.repeat(3_000)}`,
  ])
    await expect(
      a.browser.call(createWebhook, { integration_id: a.integration_id, url, events: ['contact.created'] }),
      url,
    ).rejects.toMatchObject({ code: 'invalid_input', errors: { url: [expect.any(String)] } })
})

test('deliveries about a deleted conversation are deleted with it', async () => {
  const { browser, at, say, log } = await hooked(['message.created'])
  await say('private')
  await expect.poll(async () => (await log())[0]?.state).toBe('delivered')
  await browser.call(deleteConversation, at)
  expect(await log()).toEqual([])
})
