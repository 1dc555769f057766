/** Cheapest first; `self_hosted` is the plan of every workspace on a server without billing. */
export const planIds = ['free', 'starter', 'pro', 'business', 'self_hosted'] as const
export type PlanId = (typeof planIds)[number]
export const paidPlanIds = ['starter', 'pro', 'business'] as const
export type PaidPlanId = (typeof paidPlanIds)[number]

export const planLimits = [
  'seats',
  'assistant_conversations',
  'indexed_items',
  'published_scenarios',
] as const
/** What a plan counts. `assistant_conversations` is per calendar month, UTC. */
export type PlanLimit = (typeof planLimits)[number]

/** `remove_badge`: the chat doesn’t name Ozvi. */
export const planFeatures = [
  'remove_badge',
  'sla',
  'webhooks',
  'hubspot',
  'custom_roles',
  'retention',
  'audit_log',
  'single_sign_on',
] as const
export type PlanFeature = (typeof planFeatures)[number]

/** A brand name, the same in every language. */
export const planNames: Record<PlanId, string> = {
  free: 'Free',
  starter: 'Starter',
  pro: 'Pro',
  business: 'Business',
  self_hosted: 'Self-hosted',
}

export interface Plan {
  id: PlanId
  /** Euro cents a month, without VAT. */
  monthly_cents: number
  /** Null means no limit. */
  limits: Readonly<Record<PlanLimit, number | null>>
  features: readonly PlanFeature[]
}
const unlimited = {
  seats: null,
  assistant_conversations: null,
  indexed_items: null,
  published_scenarios: null,
}
/** The plans: the server enforces this table, and the settings and prices pages show it. */
export const plans: Readonly<Record<PlanId, Plan>> = {
  free: {
    id: 'free',
    monthly_cents: 0,
    limits: { seats: 2, assistant_conversations: 100, indexed_items: 50, published_scenarios: 1 },
    features: [],
  },
  starter: {
    id: 'starter',
    monthly_cents: 1900,
    limits: { seats: 3, assistant_conversations: 500, indexed_items: 300, published_scenarios: 5 },
    features: ['remove_badge'],
  },
  pro: {
    id: 'pro',
    monthly_cents: 5900,
    limits: { seats: 10, assistant_conversations: 2000, indexed_items: 3000, published_scenarios: null },
    features: ['remove_badge', 'sla', 'webhooks', 'hubspot', 'custom_roles', 'retention'],
  },
  business: {
    id: 'business',
    monthly_cents: 14_900,
    limits: { seats: 25, assistant_conversations: 6000, indexed_items: 20_000, published_scenarios: null },
    features: planFeatures,
  },
  self_hosted: { id: 'self_hosted', monthly_cents: 0, limits: unlimited, features: planFeatures },
}

export const billingPeriods = ['month', 'year'] as const
export type BillingPeriod = (typeof billingPeriods)[number]
const yearlyDiscountPercent = 20
const inPeriod = (monthly_cents: number, period: BillingPeriod) =>
  period === 'month' ? monthly_cents : (monthly_cents * 12 * (100 - yearlyDiscountPercent)) / 100
/** Price of an additional seat. */
const seatMonthlyCents = 600
export const planCents = (plan: PlanId, period: BillingPeriod): number =>
  inPeriod(plans[plan].monthly_cents, period)
export const seatCents = (period: BillingPeriod): number => inPeriod(seatMonthlyCents, period)
export const extraSeatsMax = 500
/** Price of an assistant conversation above the limit, if the workspace allows them. */
export const extraConversationCents = 5

export const trialPlan: PaidPlanId = 'pro'
export const trialDays = 14
/** How long a plan continues after a failed payment. */
export const graceDays = 14

export const isPaidPlan = (plan: PlanId): plan is PaidPlanId =>
  (paidPlanIds as readonly PlanId[]).includes(plan)
export const hasFeature = (plan: PlanId, feature: PlanFeature): boolean =>
  plans[plan].features.includes(feature)
/** The cheapest plan with a feature. */
export const planWithFeature = (feature: PlanFeature): PlanId =>
  planIds.find((id) => hasFeature(id, feature)) ?? 'business'
/** Only paid plans have extra seats. */
export function limitsOf(plan: PlanId, extra_seats = 0): Record<PlanLimit, number | null> {
  const { limits } = plans[plan]
  return limits.seats === null || !isPaidPlan(plan)
    ? { ...limits }
    : { ...limits, seats: limits.seats + extra_seats }
}
/** Whether `to` is the smaller plan. */
export const isDowngrade = (from: PlanId, to: PlanId): boolean => planIds.indexOf(to) < planIds.indexOf(from)
/** Features that `from` has and `to` doesn't. */
export const lostFeatures = (from: PlanId, to: PlanId): PlanFeature[] =>
  plans[from].features.filter((feature) => !hasFeature(to, feature))
