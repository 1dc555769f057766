import {
  changePlan,
  type FieldErrors,
  openBillingPortal,
  startCheckout,
  updateBillingDetails,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { findSubscription } from '#features/plans'
import { syncSubscription } from './sync.ts'
import { details, month, paidServer } from './test/paid-server.ts'

const { server, stripe, shop, deliverAll, subscribed } = await paidServer()
const { ctx } = server

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

test('S9.16 422 for a VAT ID that Stripe rejects, at its field; the stored details stay, also at Stripe', async () => {
  const { browser, key, billing, integration_id } = await subscribed()
  const { details: before } = await billing()
  stripe.state.rejects_tax_ids = true
  const invalid = { code: 'invalid_input', errors: { vat_id: [expect.stringContaining('Enter a VAT ID')] } }
  const changed = { ...key, ...details, city: 'Nitra', vat_id: 'SK2120304051' }
  await expect(browser.call(updateBillingDetails, changed)).rejects.toMatchObject(invalid)
  expect((await billing()).details).toEqual(before)
  const customer = (await findSubscription(ctx.db, integration_id))?.stripe_customer_id ?? ''
  expect(stripe.get(customer)).toMatchObject({ address: { city: details.city } })
  const taxIds = stripe.all('tax_id').filter((each) => each['customer'] === customer)
  expect(taxIds).toMatchObject([{ value: before?.vat_id }])
  const other = await shop()
  await other.browser.call(updateBillingDetails, { ...other.key, ...details })
  const checkout = { ...other.key, plan: 'pro', ...month } as const
  await expect(other.browser.call(startCheckout, checkout)).rejects.toMatchObject(invalid)
  stripe.state.rejects_tax_ids = false
  expect((await other.browser.call(startCheckout, checkout)).url).toContain('/checkout/')
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

test('S9.16 changes of the plan at the same moment are made one after another', async () => {
  const { browser, key, integration_id, billing } = await subscribed('business')
  const { browser: admin } = await server.seed.member(integration_id, 'admin')
  const changes = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      (n % 2 ? admin : browser).call(changePlan, { ...key, plan: n < 5 ? 'pro' : 'starter', ...month }),
    ),
  )
  expect(changes.map(({ plan }) => plan)).toEqual(changes.map(() => 'business'))
  expect(['pro', 'starter']).toContain((await billing()).next_plan)
})

test('REL-25 a workspace whose customer was deleted at Stripe becomes Free, and its next checkout creates a new one', async () => {
  const { browser, key, stateBecomes, integration_id } = await subscribed('pro')
  const customerOf = async () => (await findSubscription(ctx.db, integration_id))?.stripe_customer_id ?? ''
  const old = await customerOf()
  const from = stripe.events.length
  stripe.deleteCustomer(old)
  await deliverAll(from)
  await stateBecomes('expired', 'free')
  await expect(browser.call(openBillingPortal, key)).rejects.toMatchObject({ code: 'invalid_input' })
  await browser.call(updateBillingDetails, { ...key, ...details, city: 'Košice' })
  const { url } = await browser.call(startCheckout, { ...key, plan: 'starter', ...month })
  const renewed = await customerOf()
  expect(renewed).not.toBe(old)
  expect(stripe.get(renewed)).toMatchObject({ address: { city: 'Košice' } })
  const paidFrom = stripe.events.length
  stripe.pay(url)
  await deliverAll(paidFrom)
  await stateBecomes('active', 'starter')
})

test('REL-25 neither a price that isn’t ours nor the customer of another account ends a plan', async () => {
  const { browser, key, billing, integration_id, subscription_id } = await subscribed('pro')
  const { items } = stripe.get(subscription_id) as unknown as { items: { data: { price: object }[] } }
  for (const item of items.data) item.price = { ...item.price, metadata: {} }
  await syncSubscription(ctx, integration_id)
  expect(await billing()).toMatchObject({ state: 'active', plan: 'pro' })
  await ctx.transaction((tx) =>
    tx
      .updateTable('subscription')
      .set({ stripe_customer_id: 'cus_elsewhere' })
      .where('integration_id', '=', integration_id)
      .execute(),
  )
  await expect(syncSubscription(ctx, integration_id)).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(browser.call(openBillingPortal, key)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await billing()).toMatchObject({ state: 'active', plan: 'pro' })
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
