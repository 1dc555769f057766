import { getBilling } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { seeded } from '../../../test/chaos/seed.ts'
import { fakeStripe } from '../../../test/fakes/stripe.ts'
import { testServer } from '../../../test/server.ts'

const stripe = await fakeStripe()
const server = await testServer(stripe.environment)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await stripe.close()
})
const post = (payload: string, signature: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
const storedEvents = () => server.ctx.db.selectFrom('stripe_event').select('id').execute()

test('SEC-14 400 for signed bodies that aren’t events; nothing is stored', async () => {
  const bodies = [
    '',
    'null',
    '[]',
    '{}',
    '"event"',
    '{"id":"evt_1"}',
    '{"id":"evt_1","data":null}',
    '{"id":1,"data":{"object":{}}}',
    '{"id":"evt\\u0000","data":{"object":{}}}',
    `{"id":"${'e'.repeat(10_000)}","data":{"object":{}}}`,
    '{"id":{"$ne":1},"data":{"object":{"customer":"cus_1"}}}',
    '['.repeat(50_000),
    '{"__proto__":{"id":"evt_1"}}',
  ]
  for (const body of bodies)
    expect([body, (await post(body, stripe.sign(body))).statusCode]).toEqual([body, 400])
  expect(await storedEvents()).toEqual([])
})

test('SEC-53 400 for each of 300 altered signatures and bodies; only the genuine event counts, once', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const payload = JSON.stringify({
    id: 'evt_genuine',
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { object: 'subscription', id: 'sub_1', customer: 'cus_of_another' } },
  })
  const signature = stripe.sign(payload)
  const before = await browser.call(getBilling, { integration_id })
  const random = seeded(7)
  const pick = (text: string) => Math.floor(random() * text.length)
  const changed = (text: string) => {
    const at = pick(text)
    const other = text[at] === '0' ? '1' : '0'
    return text.slice(0, at) + other + text.slice(at + 1)
  }
  for (let n = 0; n < 300; n++) {
    const reply =
      n % 3 === 0
        ? await post(changed(payload), signature)
        : n % 3 === 1
          ? await post(payload, changed(signature))
          : await post(payload, signature.slice(0, pick(signature)))
    expect(reply.statusCode).toBe(400)
  }
  expect(await storedEvents()).toEqual([])
  const replies = await Promise.all(Array.from({ length: 20 }, () => post(payload, signature)))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await storedEvents()).toEqual([{ id: 'evt_genuine' }])
  expect(await browser.call(getBilling, { integration_id })).toEqual(before)
})
