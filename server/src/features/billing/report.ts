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

/** The ids of the prices that a schedule starts with the next period. */
export function nextPriceIds(subscription: Stripe.Subscription): string[] {
  const { schedule } = subscription
  const item = planItem(subscription)
  if (!item || !schedule || typeof schedule === 'string') return []
  const next = schedule.phases.find(({ start_date }) => start_date >= item.current_period_end)
  return (next?.items ?? []).map(({ price }) => (typeof price === 'string' ? price : price.id))
}
function planOf(prices: readonly Stripe.Price[]): PaidPlanId | null {
  for (const price of prices) {
    const of = priceOf(price)
    if (of?.kind === 'plan') return of.plan
  }
  return null
}

/**
 * @param subscription with `latest_invoice`
 * @param nextPrices those of `nextPriceIds`
 * @returns undefined if it says nothing about the plan: not paid for the first time yet, or of other products
 */
export function reportOf(
  subscription: Stripe.Subscription,
  nextPrices: readonly Stripe.Price[] = [],
): ReportedSubscription | undefined {
  const status = statuses[subscription.status]
  const item = planItem(subscription)
  const of = item && priceOf(item.price)
  if (!status || !item || of?.kind !== 'plan') return undefined
  const { latest_invoice } = subscription
  const invoiced = latest_invoice && typeof latest_invoice !== 'string' ? latest_invoice.created : null
  const next = planOf(nextPrices)
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
