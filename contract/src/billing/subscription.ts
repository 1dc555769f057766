import { day_ms } from '../durations.ts'
import { type BillingPeriod, graceDays, type PaidPlanId, type PlanId, trialDays, trialPlan } from './plans.ts'

export const subscriptionStates = ['trialing', 'active', 'past_due', 'cancelled', 'expired'] as const
/** `cancelled` runs to the end of the paid period; `expired` means the Free plan. */
export type SubscriptionState = (typeof subscriptionStates)[number]

/** A workspace's subscription. Times as ISO 8601. */
export interface Subscription {
  plan: PaidPlanId
  state: SubscriptionState
  period: BillingPeriod
  extra_seats: number
  /** End of the trial or of the billing period. */
  ends_at: string
  past_due_since: string | null
  /** The smaller plan that starts at `ends_at`. */
  next_plan: PaidPlanId | null
}

/** What the payment provider reports about a subscription. */
export interface ReportedSubscription extends Pick<
  Subscription,
  'plan' | 'period' | 'extra_seats' | 'ends_at' | 'next_plan'
> {
  status: 'active' | 'past_due' | 'ended'
  is_cancelled: boolean
  /** When the payment that is due was requested; null unless `past_due`. */
  past_due_since: string | null
}
export type SubscriptionEvent =
  | { kind: 'trial_started'; at: string }
  /** The current state at the payment provider, whichever notification led to it. */
  | { kind: 'reported'; at: string; reported: ReportedSubscription }
  | { kind: 'time_passed'; at: string }

const addDays = (at: string, days: number) => new Date(Date.parse(at) + days * day_ms).toISOString()

/** When a plan with an unpaid invoice ends. */
export const graceEndsAt = (past_due_since: string): string => addDays(past_due_since, graceDays)

/** When a subscription expires if nothing else happens; null while it is paid. */
function expiryOf({ state, ends_at, past_due_since }: Subscription): string | null {
  if (state === 'trialing' || state === 'cancelled') return ends_at
  return state === 'past_due' && past_due_since !== null ? graceEndsAt(past_due_since) : null
}

function expire(subscription: Subscription, at: string): Subscription {
  const end = expiryOf(subscription)
  return end !== null && Date.parse(end) <= Date.parse(at)
    ? { ...subscription, state: 'expired', next_plan: null }
    : subscription
}

function stateOf({ status, is_cancelled }: ReportedSubscription): SubscriptionState {
  if (status === 'ended') return 'expired'
  if (status === 'past_due') return 'past_due'
  return is_cancelled ? 'cancelled' : 'active'
}

/** Applies an event. A report replaces everything, so the order of reports doesn't matter once the last is read. */
export function reduceSubscription(
  current: Subscription | null,
  event: SubscriptionEvent,
): Subscription | null {
  switch (event.kind) {
    case 'trial_started':
      // One trial per workspace.
      return (
        current ?? {
          plan: trialPlan,
          state: 'trialing',
          period: 'month',
          extra_seats: 0,
          ends_at: addDays(event.at, trialDays),
          past_due_since: null,
          next_plan: null,
        }
      )
    case 'reported': {
      const { status: _status, is_cancelled: _cancelled, ...fields } = event.reported
      return expire({ ...fields, state: stateOf(event.reported) }, event.at)
    }
    case 'time_passed':
      return current && expire(current, event.at)
  }
}

/** The plan that applies to a workspace with billing. */
export function planAt(subscription: Subscription | null, at: string): PlanId {
  const now = reduceSubscription(subscription, { kind: 'time_passed', at })
  return now && now.state !== 'expired' ? now.plan : 'free'
}
