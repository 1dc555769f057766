import {
  createContact,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  trialDays,
  updateWebhook,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { startReceiver } from '#platform/realtime/test/receiver.ts'
import { testServer } from '../../../test/server.ts'

const receiver = await startReceiver()
const server = await testServer(
  {
    STRIPE_SECRET_KEY: 'sk_test_12345678',
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
    EGRESS_ALLOW: receiver.host,
  },
  { isAnswering: false },
)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await receiver.close()
})

test('402 S9.16 without Pro webhooks keep delivering, but can only be turned off and deleted', async () => {
  const { browser, integration_id, email, password } = await server.seed.integration()
  const hook = { integration_id, url: receiver.url, events: ['contact.created' as const] }
  const { id: webhook_id } = await browser.call(createWebhook, hook)
  await server.later(trialDays * day_ms, async () => {
    const owner = await server.signIn(email, password)
    const key = { integration_id, webhook_id }
    const limit = { code: 'plan_limit', message: 'Webhooks are available from the Pro plan.' }
    await expect(owner.call(createWebhook, hook)).rejects.toMatchObject(limit)
    for (const change of [
      { url: `${receiver.url}?moved` },
      { events: ['message.created' as const] },
      { is_on: true },
    ])
      await expect(owner.call(updateWebhook, { ...key, ...change })).rejects.toMatchObject(limit)
    await owner.call(createContact, { integration_id, id: crypto.randomUUID(), name: 'Ada' })
    await expect
      .poll(async () => (await owner.call(listWebhookDeliveries, key)).items)
      .toMatchObject([{ event: 'contact.created', state: 'delivered' }])
    expect(await owner.call(updateWebhook, { ...key, is_on: false })).toMatchObject({
      state: 'off',
      url: receiver.url,
      events: ['contact.created'],
    })
    await expect(owner.call(updateWebhook, { ...key, is_on: true })).rejects.toMatchObject(limit)
    await owner.call(deleteWebhook, key)
  })
})
