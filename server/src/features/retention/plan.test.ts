import { getRetention, updateRetention, day_ms } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { removeOld } from './removal.ts'

const server = await testServer(
  { STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' },
  { isAnswering: false },
)
afterAll(() => server[Symbol.asyncDispose]())

test('402 retention needs the Pro plan; after a downgrade nothing is deleted and it can only be turned off', async () => {
  const { browser, integration_id, conversation_id } = await server.seed.conversation()
  const at = { integration_id }
  const set = (table: 'pro' | 'starter') =>
    server.ctx.transaction((tx) =>
      tx
        .updateTable('subscription')
        .set({ plan: table, state: 'active', ends_at: new Date(server.ctx.now() + day_ms) })
        .where('integration_id', '=', integration_id)
        .execute(),
    )
  const limit = {
    code: 'plan_limit',
    errors: { plan: ['Conversation retention is available from the Pro plan.'] },
  }
  await set('starter')
  await expect(browser.call(updateRetention, { ...at, keep_days: 90 })).rejects.toMatchObject(limit)
  await set('pro')
  await browser.call(updateRetention, { ...at, keep_days: 90 })
  await set('starter')
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('conversation')
      .set({
        status: 'resolved',
        last_message_at: '2020-01-01T00:00:00Z',
        resolved_at: '2020-01-01T00:00:00Z',
      })
      .where('id', '=', conversation_id)
      .execute(),
  )
  await removeOld(server.ctx, integration_id, new AbortController().signal)
  expect(await browser.call(getRetention, at)).toEqual({ keep_days: 90, is_in_plan: false, runs: [] })
  await expect(browser.call(updateRetention, { ...at, keep_days: 30 })).rejects.toMatchObject(limit)
  expect(await browser.call(updateRetention, { ...at, keep_days: null })).toMatchObject({ keep_days: null })
})
