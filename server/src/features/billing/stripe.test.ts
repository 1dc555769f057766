import {
  billingChanged,
  cancelPlan,
  changePlan,
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
  day_ms,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { type StripeObject } from '../../../test/fakes/stripe.ts'
import { countAnswered, findSubscription } from '#features/plans'
import { reconcileJob } from './jobs.ts'
import { mailUsageAlert } from './mails.ts'
import { details, month, paidServer } from './test/paid-server.ts'

const { server, stripe, shop, post, deliver, deliverAll, subscribed } = await paidServer()
const { ctx } = server

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
  expect((await alerts()).map(({ subject }) => /\d+%/.exec(subject)?.[0] ?? '').toSorted()).toEqual([
    '100%',
    '80%',
  ])

  await server.later(32 * day_ms, async () => {
    for (let night = 0; night < 2; night++) await ctx.transaction(async (tx) => tx.enqueue(reconcileJob, {}))
    const lines = () =>
      stripe.all('invoiceitem').filter((each) => String(each['description']).includes(': 2'))
    await server.eventually(() => (lines().length > 0 ? true : undefined))
    expect(lines()).toMatchObject([{ amount: 10, currency: 'eur' }])
    expect((await server.signIn(email, password)).cookies.size).toBeGreaterThan(0)
  })
})

test('REL-25 a customer that was deleted at Stripe doesn’t keep other workspaces from being billed', async () => {
  const ids = [(await subscribed()).integration_id, (await subscribed()).integration_id].toSorted()
  const usage = { month: '2026-01-01', assistant_conversations: 503, extra_conversations: 3 }
  await ctx.transaction(async (tx) => {
    await tx
      .insertInto('plan_usage')
      .values(ids.map((integration_id) => ({ integration_id, ...usage })))
      .execute()
  })
  const [first = '', second = ''] = await Promise.all(
    ids.map(async (id) => (await findSubscription(ctx.db, id))?.stripe_customer_id ?? ''),
  )
  stripe.deleteCustomer(first)
  await ctx.transaction(async (tx) => tx.enqueue(reconcileJob, {}))
  const billed = () => stripe.all('invoiceitem').filter((each) => each['customer'] === second)
  await server.eventually(() => (billed().length > 0 ? true : undefined))
  expect(billed()).toMatchObject([{ amount: 15 }])
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
