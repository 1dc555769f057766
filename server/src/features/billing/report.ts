import { isDowngrade, type PaidPlanId, type ReportedSubscription } from '@ozvi/contract'
import type { Stripe } from 'stripe'
import { priceOf } from './prices.ts'

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const statuses: Partial<Record<Stripe.Subscription.Status, ReportedSubscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  canceled: 'ended',
  incomplete_expired: 'ended',
}

/** The item with the plan's price. */
export const planItem = ({ items }: Pick<Stripe.Subscription, 'items'>) =>
  items.data.find(({ price }) => priceOf(price)?.kind === 'plan')
export const seatItem = ({ items }: Pick<Stripe.Subscription, 'items'>) =>
  items.data.find(({ price }) => priceOf(price)?.kind === 'seat')

/** The plan of the schedule's phase that starts later. */
function nextPlanOf(schedule: Stripe.Subscription['schedule'], ends_at_s: number): PaidPlanId | null {
  if (!schedule || typeof schedule === 'string') return null
  const next = schedule.phases.find(({ start_date }) => start_date >= ends_at_s)
  for (const { price } of next?.items ?? []) {
    const of = typeof price === 'string' || 'deleted' in price ? undefined : priceOf(price)
    if (of?.kind === 'plan') return of.plan
  }
  return null
}

/**
 * @param subscription with `latest_invoice` and the prices of its `schedule`
 * @returns undefined if it says nothing about the plan: not paid for the first time yet, or of other products
 */
export function reportOf(subscription: Stripe.Subscription): ReportedSubscription | undefined {
  const status = statuses[subscription.status]
  const item = planItem(subscription)
  const of = item && priceOf(item.price)
  if (!status || !item || of?.kind !== 'plan') return undefined
  const { latest_invoice, schedule } = subscription
  const invoiced = latest_invoice && typeof latest_invoice !== 'string' ? latest_invoice.created : null
  const next = nextPlanOf(schedule, item.current_period_end)
  return {
    status,
    is_cancelled: subscription.cancel_at_period_end,
    plan: of.plan,
    period: of.period,
    extra_seats: seatItem(subscription)?.quantity ?? 0,
    ends_at: iso(item.current_period_end),
    past_due_since: status === 'past_due' ? iso(invoiced ?? item.current_period_start) : null,
    next_plan: next && isDowngrade(of.plan, next) ? next : null,
  }
}
