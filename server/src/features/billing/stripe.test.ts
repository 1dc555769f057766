import {
  billingChanged,
  cancelPlan,
  changePlan,
  type FieldErrors,
  getBilling,
  getUsage,
  graceDays,
  listInvoices,
  openBillingPortal,
  resumePlan,
  sendVisitorMessage,
  setConversationCap,
  startCheckout,
  updateBillingDetails,
} from '@ozvi/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fakeStripe, type StripeObject } from '../../../test/fakes/stripe.ts'
import { fakeVies } from '../../../test/fakes/vies.ts'
import { testServer } from '../../../test/server.ts'
import { countAnswered } from '#features/plans'
import { reconcileJob } from './jobs.ts'
import { mailUsageAlert } from './mails.ts'

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
beforeEach(() => void Object.assign(stripe.state, { declines: false, is_down: false, loses: '' }))
const { ctx } = server
const day_ms = 86_400_000
const details = {
  company: 'Shop s. r. o.',
  line1: 'Hlavná 1',
  line2: '',
  city: 'Bratislava',
  postal_code: '811 01',
  country: 'SK',
  vat_id: 'sk 2020304050',
}
const month = { period: 'month', extra_seats: 0 } as const

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

test('S9.16 trial, checkout, invoice, upgrade, downgrade, past due and cancelled', async () => {
  const { browser, key, billing, stateBecomes, integration_id } = await shop()
  const changes = server.watch(`presence-integration.${integration_id}`, billingChanged.name)
  expect(await billing()).toMatchObject({ plan: 'pro', state: 'trialing', is_on: true, is_subscribed: false })
  await browser.call(updateBillingDetails, { ...key, ...details })
  const { url } = await browser.call(startCheckout, { ...key, plan: 'starter', ...month, extra_seats: 2 })
  let from = stripe.events.length
  const { id, customer } = stripe.pay(url)
  await deliverAll(from)
  expect(await stateBecomes('active')).toMatchObject({ plan: 'starter', extra_seats: 2, is_subscribed: true })
  expect(await browser.call(getUsage, key)).toMatchObject({ limits: { members: 5 } })
  expect(stripe.get(customer)).toMatchObject({ name: 'Shop s. r. o.' })
  expect(stripe.all('tax_id').find((each) => each['customer'] === customer)).toMatchObject({
    type: 'eu_vat',
    value: 'SK2020304050',
  })
  expect(await browser.call(listInvoices, key)).toMatchObject([{ total_cents: 3100, status: 'paid' }])
  expect((await browser.call(openBillingPortal, key)).url).toContain('/portal/')

  // at once, with the difference for the rest of the month
  expect(await browser.call(changePlan, { ...key, plan: 'business', ...month })).toMatchObject({
    plan: 'business',
    extra_seats: 0,
  })
  const [difference] = await browser.call(listInvoices, key)
  expect(difference?.total_cents).toBe(14_900 - 3100)

  // from the end of the period
  expect(await browser.call(changePlan, { ...key, plan: 'pro', ...month })).toMatchObject({
    plan: 'business',
    next_plan: 'pro',
  })
  from = stripe.events.length
  stripe.renew(id)
  await deliverAll(from)
  expect(await stateBecomes('active', 'pro')).toMatchObject({ next_plan: null })

  from = stripe.events.length
  stripe.state.declines = true
  stripe.renew(id)
  await deliverAll(from)
  const unpaid = await stateBecomes('past_due')
  expect(unpaid.plan).toBe('pro')
  expect(unpaid.grace_ends_at).not.toBeNull()
  from = stripe.events.length
  stripe.state.declines = false
  stripe.settle(id)
  await deliverAll(from)
  await stateBecomes('active', 'pro')

  expect(await browser.call(cancelPlan, key)).toMatchObject({ state: 'cancelled', plan: 'pro' })
  expect(await browser.call(resumePlan, key)).toMatchObject({ state: 'active' })
  await browser.call(cancelPlan, key)
  from = stripe.events.length
  stripe.renew(id)
  await deliverAll(from)
  expect(await stateBecomes('expired')).toMatchObject({ plan: 'free', is_subscribed: false })
  expect(changes.length).toBeGreaterThan(4)
})

test('SEC-53 400 for a webhook with a missing, wrong, old or foreign signature, or another body; the plan stays', async () => {
  const { billing, subscription_id } = await subscribed()
  stripe.renew(subscription_id)
  const event = stripe.events.at(-1)
  const payload = JSON.stringify(event)
  const at_s = Math.floor(ctx.now() / 1000)
  const rejected = [
    post(payload, undefined),
    post(payload, 't=1,v1=00'),
    post(payload, stripe.sign(payload, { at_s: at_s - 600 })),
    post(payload, stripe.sign(payload, { secret: 'whsec_of_another_endpoint' })),
    post(JSON.stringify(event, null, 2), stripe.sign(payload)),
  ]
  for (const reply of await Promise.all(rejected)) expect(reply.statusCode).toBe(400)
  expect(await billing()).toMatchObject({ plan: 'starter', state: 'active' })
  const { rows } = {
    rows: await ctx.db
      .selectFrom('stripe_event')
      .where('id', '=', event?.id ?? '')
      .selectAll()
      .execute(),
  }
  expect(rows).toEqual([])
})

test('REL-25 events that arrive repeatedly, concurrently and in any order result in Stripe’s state, each in 2 s', async () => {
  const { browser, key, billing, subscription_id } = await subscribed()
  const from = stripe.events.length
  await browser.call(changePlan, { ...key, plan: 'pro', ...month })
  stripe.renew(subscription_id)
  stripe.state.declines = true
  stripe.renew(subscription_id)
  stripe.settle(subscription_id)
  stripe.state.declines = false
  const missed = stripe.events.slice(from)
  const shuffled = [...missed, ...missed.toReversed(), ...missed].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const took_ms = await Promise.all(
    shuffled.map(async (event) => {
      const started = performance.now()
      expect((await deliver(event)).statusCode).toBe(200)
      return performance.now() - started
    }),
  )
  expect(Math.max(...took_ms)).toBeLessThan(2000)
  const item = (stripe.get(subscription_id)['items'] as { data: StripeObject[] }).data[0]
  const ends_at = new Date(Number(item?.['current_period_end']) * 1000).toISOString()
  await server.eventually(async () => ((await billing()).ends_at === ends_at ? true : undefined))
  expect(await billing()).toMatchObject({ plan: 'pro', state: 'active' })
  const rows = await ctx.db
    .selectFrom('stripe_event')
    .where(
      'id',
      'in',
      missed.map(({ id }) => id),
    )
    .selectAll()
    .execute()
  expect(rows.length).toBe(missed.length)
})

test('REL-25 a missed webhook is repaired at night, and a plan unpaid for 14 days is also canceled at Stripe', async () => {
  const { billing, stateBecomes, subscription_id, email, password, key } = await subscribed('pro')
  stripe.state.declines = true
  stripe.renew(subscription_id)
  expect(await billing()).toMatchObject({ state: 'active' })
  const night = () =>
    ctx.transaction(async (tx) => {
      await tx.enqueue(reconcileJob, {})
    })
  await night()
  await stateBecomes('past_due')
  await server.later((graceDays + 1) * day_ms, async () => {
    const owner = await server.signIn(email, password)
    expect(await owner.call(getBilling, key)).toMatchObject({ state: 'expired', plan: 'free' })
    await night()
    await server.eventually(() => (stripe.get(subscription_id)['status'] === 'canceled' ? true : undefined))
  })
})

test('S9.16 422 for a declined card and 503 without Stripe; nothing changes', async () => {
  const { browser, key, billing } = await subscribed()
  stripe.state.declines = true
  const change = () => browser.call(changePlan, { ...key, plan: 'pro', ...month })
  await expect(change()).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'Your bank declined the payment, so nothing was changed. Check your card and try again.',
  })
  stripe.state.is_down = true
  await expect(change()).rejects.toMatchObject({ code: 'unavailable' })
  stripe.state.is_down = false
  expect(await billing()).toMatchObject({ plan: 'starter', state: 'active' })
})

test('S9.16 of two checkouts only the newer one can be paid', async () => {
  const { browser, key } = await shop()
  await browser.call(updateBillingDetails, { ...key, ...details })
  const older = await browser.call(startCheckout, { ...key, plan: 'starter', ...month })
  const newer = await browser.call(startCheckout, { ...key, plan: 'pro', ...month })
  expect(() => stripe.pay(older.url)).toThrow('no such checkout')
  expect(stripe.pay(newer.url)).toMatchObject({ status: 'active' })
  // The webhook hasn't arrived.
  await expect(browser.call(startCheckout, { ...key, plan: 'business', ...month })).rejects.toMatchObject({
    errors: { plan: [expect.stringContaining('already has a subscription')] },
  })
})

test('S9.16 of checkouts started at the same moment only one can be paid', async () => {
  const { browser, key, integration_id } = await shop()
  const { browser: admin } = await server.seed.member(integration_id, 'admin')
  await browser.call(updateBillingDetails, { ...key, ...details })
  const checkouts = await Promise.all([
    browser.call(startCheckout, { ...key, plan: 'starter', ...month }),
    admin.call(startCheckout, { ...key, plan: 'pro', ...month }),
    browser.call(startCheckout, { ...key, plan: 'business', ...month }),
  ])
  const paid = checkouts.filter(({ url }) => {
    try {
      return stripe.pay(url)
    } catch {
      return false // expired
    }
  })
  expect(paid).toHaveLength(1)
})

test('S9.16 a planned downgrade stays planned when the payment for an upgrade is declined', async () => {
  const { browser, key, billing, stateBecomes, subscription_id } = await subscribed('pro')
  await browser.call(changePlan, { ...key, plan: 'starter', ...month })
  const from = stripe.events.length
  stripe.state.declines = true
  await expect(browser.call(changePlan, { ...key, plan: 'business', ...month })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  stripe.state.declines = false
  await deliverAll(from)
  expect(await billing()).toMatchObject({ plan: 'pro', next_plan: 'starter' })
  const renewed = stripe.events.length
  stripe.renew(subscription_id)
  await deliverAll(renewed)
  expect(await stateBecomes('active', 'starter')).toMatchObject({ next_plan: null })
})

test('S9.16 an upgrade whose response was lost replaces the planned downgrade', async () => {
  const { browser, key, stateBecomes, subscription_id } = await subscribed('pro')
  await browser.call(changePlan, { ...key, plan: 'starter', ...month })
  const from = stripe.events.length
  stripe.state.loses = 'POST subscriptions/:id'
  await expect(browser.call(changePlan, { ...key, plan: 'business', ...month })).rejects.toMatchObject({
    code: 'unavailable',
  })
  stripe.state.loses = ''
  await deliverAll(from)
  expect(await stateBecomes('active', 'business')).toMatchObject({ next_plan: null })
  const renewed = stripe.events.length
  stripe.renew(subscription_id)
  await deliverAll(renewed)
  expect(await stateBecomes('active', 'business')).toMatchObject({ next_plan: null })
})

test('S9.16 422 for a VAT ID of another country or in another format, a second checkout, and a price from outside', async () => {
  const { browser, key, billing } = await shop()
  const errorsOf = (call: Promise<unknown>): Promise<FieldErrors | undefined> =>
    call.then(
      () => undefined,
      (error: { errors?: FieldErrors }) => error.errors,
    )
  const save = (changes: object) => browser.call(updateBillingDetails, { ...key, ...details, ...changes })
  const checkout = (changes: object = {}) =>
    browser.call(startCheckout, { ...key, plan: 'pro', ...month, ...changes })
  expect(await errorsOf(checkout())).toEqual({ company: ['Save the company details first.'] })
  expect(await errorsOf(save({ vat_id: 'DE123456789' }))).toEqual({
    vat_id: ['This VAT ID belongs to another country than the address.'],
  })
  expect(await errorsOf(save({ vat_id: 'SK12' }))).toHaveProperty('vat_id')
  expect(await errorsOf(save({ country: 'US', vat_id: 'SK2020304050' }))).toHaveProperty('vat_id')
  expect(await errorsOf(save({ country: 'XX' }))).toHaveProperty('country')
  await save({ vat_id: '' })
  expect(await errorsOf(checkout({ plan: 'free' }))).toHaveProperty('plan')
  expect(await errorsOf(checkout({ extra_seats: -1 }))).toHaveProperty('extra_seats')
  // a price in the request means nothing
  const { url } = await checkout({ price: 'price_1', unit_amount: 1 })
  stripe.pay(url)
  expect(stripe.all('invoice').at(-1)).toMatchObject({ total: 5900 })
  expect(await billing()).toMatchObject({ state: 'trialing' })
})

test('S9.16 above the limit each conversation costs €0.05 on the next invoice, and owners are notified once at 80 and once at 100%', async () => {
  const { browser, key, integration_id, email, password, integration } = await subscribed()
  expect(await browser.call(setConversationCap, { ...key, is_capped: false })).toMatchObject({
    is_capped: false,
  })
  const { browser: visitor } = await server.seed.visitor(integration.public_key)
  const answer = async (used: number) => {
    await ctx.transaction((tx) =>
      tx
        .insertInto('plan_usage')
        .values({
          integration_id,
          month: `${new Date(ctx.now()).toISOString().slice(0, 7)}-01`,
          assistant_conversations: used,
        })
        .onConflict((conflict) =>
          conflict.columns(['integration_id', 'month']).doUpdateSet({ assistant_conversations: used }),
        )
        .execute(),
    )
    const conversation_id = crypto.randomUUID()
    await visitor.call(sendVisitorMessage, { conversation_id, id: conversation_id, body: 'Hi', locale: 'en' })
    return ctx.transaction((tx) => countAnswered(ctx, tx, integration_id, conversation_id))
  }
  for (const used of [399, 499, 500, 501]) expect(await answer(used)).toBe(true)
  const alerts = () =>
    server.mailbox
      .list()
      .then((mails) => mails.filter((mail) => mail.to === email && /% of this month/.test(mail.subject)))
  await server.eventually(async () => ((await alerts()).length === 2 ? true : undefined))
  await mailUsageAlert(ctx, { integration_id, percent: 100 })
  expect((await alerts()).map(({ subject }) => subject.slice(0, 4)).toSorted()).toEqual(['100%', '80% '])

  await server.later(32 * day_ms, async () => {
    for (let night = 0; night < 2; night++) await ctx.transaction(async (tx) => tx.enqueue(reconcileJob, {}))
    const lines = () =>
      stripe.all('invoiceitem').filter((each) => String(each['description']).includes(': 2'))
    await server.eventually(() => (lines().length > 0 ? true : undefined))
    expect(lines()).toMatchObject([{ amount: 10, currency: 'eur' }])
    expect((await server.signIn(email, password)).cookies.size).toBeGreaterThan(0)
  })
})

test('S6.02 404 and 403: billing is for owners and admins of the workspace; a trial can’t lift the limit', async () => {
  const a = await shop()
  const b = await shop()
  await expect(b.browser.call(getBilling, a.key)).rejects.toMatchObject({ code: 'not_found' })
  await expect(b.browser.call(changePlan, { ...a.key, plan: 'pro', ...month })).rejects.toMatchObject({
    code: 'not_found',
  })
  const agent = await server.seed.member(a.integration_id, 'agent')
  await expect(agent.browser.call(getBilling, a.key)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(a.browser.call(setConversationCap, { ...a.key, is_capped: false })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await expect(a.browser.call(cancelPlan, a.key)).rejects.toMatchObject({ code: 'invalid_input' })
})
