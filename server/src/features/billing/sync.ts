import { billingChanged, graceEndsAt, reduceSubscription } from '@ozvi/contract'
import type { Stripe } from 'stripe'
import {
  findSubscription,
  lockSubscription,
  saveSubscription,
  type StoredSubscription,
} from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { isCustomerDeleted } from './customer.ts'
import { nextPriceIds, reportOf } from './report.ts'
import { stripeOf, unlessMissing } from './stripe-client.ts'

/** Newest first; active ones come before ended ones. */
function current(subscriptions: readonly Stripe.Subscription[]) {
  const reported = subscriptions
    .toSorted((a, b) => b.created - a.created)
    .flatMap((subscription) => {
      const report = reportOf(subscription)
      return report ? [{ subscription, report }] : []
    })
  return reported.find(({ report }) => report.status !== 'ended') ?? reported[0]
}

/** @returns undefined before the first payment, and while Stripe has only subscriptions to other products */
async function readReport(stripe: Stripe, stored: StoredSubscription, customer: string, at: string) {
  const listed = stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    // Stripe expands at most four levels, so prices of a schedule are read one by one.
    expand: ['data.latest_invoice', 'data.schedule'],
  })
  const found = current((await unlessMissing(listed, { data: [] })).data)
  if (found) {
    const { subscription, report } = found
    const nextPrices = await Promise.all(
      nextPriceIds(subscription).map((price) => stripe.prices.retrieve(price)),
    )
    return { id: subscription.id, reported: reportOf(subscription, nextPrices) ?? report }
  }
  if (!stored.stripe_subscription_id || stored.state === 'expired') return undefined
  if (!(await isCustomerDeleted(stripe, customer))) return undefined
  const { plan, period, extra_seats } = stored
  const ended = { status: 'ended', is_cancelled: false, past_due_since: null, next_plan: null } as const
  return { id: stored.stripe_subscription_id, reported: { ...ended, plan, period, extra_seats, ends_at: at } }
}

/**
 * Stores what the payment provider has now, so the order and number of notifications don't matter.
 */
export async function syncSubscription(
  ctx: Context,
  integration_id: string,
  attempts_left = 5,
): Promise<void> {
  const before = await findSubscription(ctx.db, integration_id)
  if (!before?.stripe_customer_id) return
  const stripe = await stripeOf(ctx)
  const at = isoNow(ctx)
  const found = await readReport(stripe, before, before.stripe_customer_id, at)
  if (!found) return
  const { id, reported } = found
  const next = reduceSubscription(before, { kind: 'reported', at, reported })
  if (!next) return
  const isSaved = await ctx.transaction(async (tx) => {
    await lockSubscription(tx, integration_id)
    // Someone else wrote since: what was read here may be older.
    if ((await findSubscription(tx, integration_id))?.updated_at !== before.updated_at) return false
    await saveSubscription(tx, integration_id, { ...next, stripe_subscription_id: id }, at)
    tx.emit(billingChanged, { integration_id })
    return true
  })
  if (!isSaved && attempts_left > 0) return syncSubscription(ctx, integration_id, attempts_left - 1)
  // Unpaid for too long: the plan has ended, so it must not be charged any more.
  const { status, past_due_since } = reported
  if (status === 'past_due' && past_due_since && Date.parse(graceEndsAt(past_due_since)) <= ctx.now())
    await stripe.subscriptions.cancel(id)
}
