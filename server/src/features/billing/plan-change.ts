import { isDeepStrictEqual } from 'node:util'
import { type Billing, type Input, isDowngrade, type PlanId, planNames } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Stripe } from 'stripe'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import { findSubscription, lockSubscription, saveSubscription } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { withChangeLock } from './change-lock.ts'
import { ensurePrices } from './prices.ts'
import { planItem, seatItem } from './report.ts'
import { readBilling } from './service.ts'
import { withStripe } from './stripe-client.ts'
import { syncSubscription } from './sync.ts'

type Change = Pick<Input<typeof contract.changePlan>, 'plan' | 'period' | 'extra_seats'>
type IdOf = Awaited<ReturnType<typeof ensurePrices>>

/** @throws Problem `invalid_input` on `plan` without a subscription */
async function subscribed(ctx: Context, integration_id: string) {
  const stored = await findSubscription(ctx.db, integration_id)
  const { is_subscribed } = await readBilling(ctx, ctx.db, integration_id)
  if (!stored?.stripe_subscription_id || !is_subscribed) throw validationError('plan', 'not_subscribed')
  return { stored, id: stored.stripe_subscription_id }
}

type Subscribed = Awaited<ReturnType<typeof subscribed>>

/**
 * Makes a change at Stripe and stores the result.
 *
 * @param make returns the plan that the audit log names
 * @throws Problem `invalid_input` on `plan` without a subscription
 */
async function makeChange(
  ctx: Context,
  actor: MemberActor,
  make: (stripe: Stripe, current: Subscribed) => Promise<PlanId>,
): Promise<Billing> {
  const { integration_id } = actor
  // Rejected before the lock, which waits for a subscription.
  await subscribed(ctx, integration_id)
  return withChangeLock(ctx, integration_id, async () => {
    const current = await subscribed(ctx, integration_id)
    const plan = await withStripe(ctx, (stripe) => make(stripe, current))
    await syncSubscription(ctx, integration_id)
    const details = { plan: planNames[plan] }
    await ctx.transaction((tx) => record(ctx, tx, actor, { action: 'plan_changed', details }))
    return readBilling(ctx, ctx.db, integration_id)
  })
}

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase

const phaseItems = ({ items }: Stripe.SubscriptionSchedule.Phase) =>
  items.map(({ price, quantity }) => ({
    price: typeof price === 'string' ? price : price.id,
    ...(quantity === undefined ? {} : { quantity }),
  }))

/** The change that a schedule makes when the paid period ends. None if that period has begun. */
function plannedPhase(
  subscription: Stripe.Subscription,
  { phases }: Stripe.SubscriptionSchedule,
): Phase | undefined {
  const ends_at_s = planItem(subscription)?.current_period_end ?? Infinity
  const next = phases.find(({ start_date }) => start_date >= ends_at_s)
  return next && { items: phaseItems(next), start_date: next.start_date, end_date: next.end_date }
}

/**
 * A subscription with a schedule can't be changed, so planned changes are dropped first.
 *
 * @returns also the change that was planned
 */
async function release(stripe: Stripe, id: string) {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['schedule'] })
  const { schedule } = subscription
  if (!schedule || typeof schedule === 'string') return { subscription }
  const planned = plannedPhase(subscription, schedule)
  await stripe.subscriptionSchedules.release(schedule.id)
  return { subscription: await stripe.subscriptions.retrieve(id), ...(planned ? { planned } : {}) }
}

const itemsOf = (idOf: IdOf, { plan, period, extra_seats }: Change) => [
  { price: idOf({ kind: 'plan', plan, period }), quantity: 1 },
  ...(extra_seats > 0 ? [{ price: idOf({ kind: 'seat', period }), quantity: extra_seats }] : []),
]

/** Charges the difference for the rest of the period immediately. */
async function upgrade(stripe: Stripe, idOf: IdOf, subscription: Stripe.Subscription, change: Change) {
  const [plan, seats] = itemsOf(idOf, change)
  const [oldPlan, oldSeats] = [planItem(subscription), seatItem(subscription)]
  await stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: false,
    proration_behavior: 'always_invoice',
    // Nothing changes if the payment fails.
    payment_behavior: 'error_if_incomplete',
    items: [
      { ...plan, ...(oldPlan ? { id: oldPlan.id } : {}) },
      ...(seats ? [{ ...seats, ...(oldSeats ? { id: oldSeats.id } : {}) }] : []),
      ...(!seats && oldSeats ? [{ id: oldSeats.id, deleted: true }] : []),
    ],
  })
}

/** Makes a change when the paid period ends. */
async function schedulePhase(stripe: Stripe, subscription: Stripe.Subscription, next: Phase) {
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const [now] = schedule.phases
  if (!now) throw new Error('A schedule of a subscription has no phase.')
  try {
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [{ start_date: now.start_date, end_date: now.end_date, items: phaseItems(now) }, next],
    })
  } catch (error) {
    // A subscription has at most one schedule, and the next change needs its own.
    await stripe.subscriptionSchedules.release(schedule.id)
    throw error
  }
}

/** Starts the smaller plan when the paid period ends. */
async function scheduleDowngrade(
  stripe: Stripe,
  idOf: IdOf,
  subscription: Stripe.Subscription,
  change: Change,
) {
  if (subscription.cancel_at_period_end)
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  await schedulePhase(stripe, subscription, {
    items: itemsOf(idOf, change),
    duration: { interval: change.period, interval_count: 1 },
  })
}

const itemsWithQuantity = ({ items }: Stripe.Subscription) =>
  items.data.map(({ price, quantity }) => `${price.id} ${quantity}`)

/**
 * Schedules a planned change again after another change has failed. If only the response was lost, the other change is
 * in effect and replaces the planned one.
 */
async function rescheduleUnlessChanged(stripe: Stripe, before: Stripe.Subscription, planned: Phase) {
  const subscription = await stripe.subscriptions.retrieve(before.id)
  if (isDeepStrictEqual(itemsWithQuantity(subscription), itemsWithQuantity(before)))
    await schedulePhase(stripe, subscription, planned)
}

const isSmaller = ({ stored }: Subscribed, { plan, period, extra_seats }: Change): boolean =>
  isDowngrade(stored.plan, plan) ||
  (stored.plan === plan &&
    (extra_seats < stored.extra_seats || (stored.period === 'year' && period === 'month')))

/** @throws Problem `invalid_input` on `plan` without a subscription, or if the payment is declined */
export const changePlan = (
  ctx: Context,
  actor: MemberActor,
  { plan, period, extra_seats }: Input<typeof contract.changePlan>,
): Promise<Billing> =>
  makeChange(ctx, actor, async (stripe, current) => {
    const change = { plan, period, extra_seats }
    const idOf = await ensurePrices(stripe)
    const { subscription, planned } = await release(stripe, current.id)
    try {
      await (isSmaller(current, change) ? scheduleDowngrade : upgrade)(stripe, idOf, subscription, change)
    } catch (error) {
      if (planned)
        await rescheduleUnlessChanged(stripe, subscription, planned).catch((failure: unknown) =>
          ctx.log.error(
            { err: failure, integration_id: actor.integration_id },
            'billing: a plan change is lost',
          ),
        )
      throw error
    }
    return plan
  })

export const cancelPlan = (ctx: Context, actor: MemberActor): Promise<Billing> =>
  makeChange(ctx, actor, async (stripe, { id }) => {
    await release(stripe, id)
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    return 'free'
  })

export const resumePlan = (ctx: Context, actor: MemberActor): Promise<Billing> =>
  makeChange(ctx, actor, async (stripe, { stored, id }) => {
    await release(stripe, id)
    await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    return stored.plan
  })

/** @throws Problem `invalid_input` on `is_capped` if the plan isn't paid */
export async function setConversationCap(
  ctx: Context,
  actor: MemberActor,
  { is_capped }: Input<typeof contract.setConversationCap>,
): Promise<Billing> {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    await lockSubscription(tx, integration_id)
    const stored = await findSubscription(tx, integration_id)
    const { is_subscribed } = await readBilling(ctx, tx, integration_id)
    if (!stored || (!is_subscribed && !is_capped)) throw validationError('is_capped', 'cap_needs_plan')
    const { integration_id: _id, updated_at: _at, ...fields } = stored
    await saveSubscription(tx, integration_id, { ...fields, is_capped }, isoNow(ctx))
    await record(ctx, tx, actor, { action: 'billing_changed' })
    return readBilling(ctx, tx, integration_id)
  })
}
