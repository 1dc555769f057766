import { getBilling, startCheckout, updateBillingDetails } from '@ozvi/contract'
import { afterAll, beforeEach, expect } from 'vitest'
import { fakeStripe, type StripeObject } from '../../../../test/fakes/stripe.ts'
import { fakeVies } from '../../../../test/fakes/vies.ts'
import { testServer } from '../../../../test/server.ts'

export const details = {
  company: 'Shop s. r. o.',
  line1: 'Hlavná 1',
  line2: '',
  city: 'Bratislava',
  postal_code: '811 01',
  country: 'SK',
  vat_id: 'sk 2020304050',
}
export const month = { period: 'month', extra_seats: 0 } as const

/** A server that takes payments through fakes of Stripe and VIES, and workspaces on it. */
export async function paidServer() {
  const clock = { now: () => Date.now() }
  const stripe = await fakeStripe({ now: () => clock.now() })
  const vies = await fakeVies()
  const server = await testServer({
    ...stripe.environment,
    ...vies.environment,
    EGRESS_ALLOW: `${stripe.environment.EGRESS_ALLOW},${vies.environment.EGRESS_ALLOW}`,
  })
  clock.now = server.ctx.now
  afterAll(() => stripe.assertDescribed(), 60_000)
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await stripe.close()
    await vies.close()
  })
  const usual = { declines: false, is_down: false, loses: '', rejects_tax_ids: false }
  beforeEach(() => void Object.assign(stripe.state, usual))

  async function shop() {
    const created = await server.seed.integration()
    const { browser, integration_id } = created
    const key = { integration_id }
    const billing = () => browser.call(getBilling, key)
    const stateBecomes = (state: string, plan?: string) =>
      server.eventually(async () => {
        const now = await billing()
        return now.state === state && (!plan || now.plan === plan) ? now : undefined
      })
    return { ...created, key, billing, stateBecomes }
  }
  const post = (payload: string, signature: string | undefined) =>
    server.app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
      payload,
    })
  const deliver = (event: StripeObject | undefined) => {
    const payload = JSON.stringify(event)
    return post(payload, stripe.sign(payload))
  }
  /** Delivers every event since `from`, last one first. */
  async function deliverAll(from: number) {
    for (const event of stripe.events.slice(from).toReversed())
      expect((await deliver(event)).statusCode).toBe(200)
  }
  async function subscribed(plan: 'starter' | 'pro' | 'business' = 'starter') {
    const created = await shop()
    const { browser, key, stateBecomes } = created
    await browser.call(updateBillingDetails, { ...key, ...details })
    const { url } = await browser.call(startCheckout, { ...key, plan, ...month })
    const from = stripe.events.length
    const { id } = stripe.pay(url)
    await deliverAll(from)
    await stateBecomes('active', plan)
    // What follows isn't seen by the jobs of these events.
    await server.eventually(async () => {
      const { rows } = await server.database.pool.query(
        `select 1 from pgboss.job where name like 'billing.%' and state in ('created', 'retry', 'active')`,
      )
      return rows.length === 0 || undefined
    })
    return { ...created, subscription_id: id }
  }
  return { server, stripe, vies, shop, post, deliver, deliverAll, subscribed }
}
