import {
  billingAlertPercents,
  hasFeature,
  limitsOf,
  planAt,
  type PlanFeature,
  type PlanId,
  type PlanLimit,
  planNames,
  planWithFeature,
  Problem,
  reduceSubscription,
  type Subscription,
} from '@ozvi/contract'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { cancelSubscriptionJob, usageAlertJob } from './jobs.ts'
import * as store from './store.ts'

interface CurrentPlan {
  id: PlanId
  limits: Record<PlanLimit, number | null>
  /** Whether the assistant rests at the limit of its conversations. */
  is_capped: boolean
}

/** The plan that applies now. Without billing it is Self-hosted. */
export async function getPlan(ctx: Context, db: Db, integration_id: string): Promise<CurrentPlan> {
  return planWith(ctx, ctx.config.stripe ? await store.findSubscription(db, integration_id) : undefined)
}

/** The plan that follows from a subscription that was read. */
export function planWith(ctx: Context, stored: store.StoredSubscription | undefined): CurrentPlan {
  if (!ctx.config.stripe) return { id: 'self_hosted', limits: limitsOf('self_hosted'), is_capped: false }
  const id = planAt(stored ?? null, isoNow(ctx))
  return {
    id,
    limits: limitsOf(id, stored?.extra_seats),
    // Only a paid plan can be charged for more.
    is_capped: id === 'free' || stored?.state === 'trialing' || stored?.is_capped !== false,
  }
}

/** For a subscription that was read with something else. */
export const hasFeatureWith = (
  ctx: Context,
  subscription: Subscription | null,
  feature: PlanFeature,
): boolean => !ctx.config.stripe || hasFeature(planAt(subscription, isoNow(ctx)), feature)

export const hasPlanFeature = async (
  ctx: Context,
  db: Db,
  integration_id: string,
  feature: PlanFeature,
): Promise<boolean> => hasFeature((await getPlan(ctx, db, integration_id)).id, feature)

/** @throws Problem `plan_limit` on `plan` if the workspace's plan doesn't have the feature */
export async function requirePlanFeature(
  ctx: Context,
  db: Db,
  integration_id: string,
  feature: Exclude<PlanFeature, 'remove_badge'>,
): Promise<void> {
  if (await hasPlanFeature(ctx, db, integration_id, feature)) return
  throw new Problem('plan_limit', { plan: [`plan_${feature}:${planNames[planWithFeature(feature)]}`] })
}

/** The error that names a limit and its plan. */
const planLimitProblem = ({ id, limits }: CurrentPlan, limit: PlanLimit): Problem =>
  new Problem('plan_limit', { plan: [`plan_${limit}:${limits[limit]}/${planNames[id]}`] })

/**
 * Whether the workspace may have one more. Until the commit, other transactions that ask for the same limit
 * wait, so that parallel acts never exceed it.
 *
 * @param count reads the current number, after the lock
 */
export async function hasRoom(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  limit: Exclude<PlanLimit, 'assistant_conversations'>,
  count: () => Promise<number>,
): Promise<boolean> {
  return (await fullPlan(ctx, tx, integration_id, limit, count)) === undefined
}
async function fullPlan(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  limit: PlanLimit,
  count: () => Promise<number>,
): Promise<CurrentPlan | undefined> {
  const plan = await getPlan(ctx, tx, integration_id)
  const included = plan.limits[limit]
  if (included === null) return undefined
  await store.lockLimit(tx, integration_id, limit)
  return (await count()) < included ? undefined : plan
}

/** As `hasRoom`. @throws Problem `plan_limit` on `plan` */
export async function requireRoom(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  limit: Exclude<PlanLimit, 'assistant_conversations'>,
  count: () => Promise<number>,
): Promise<void> {
  const full = await fullPlan(ctx, tx, integration_id, limit, count)
  if (full) throw planLimitProblem(full, limit)
}

/** Whether the assistant may post a sourced answer in a conversation. Doesn't count it. */
export async function mayAnswer(
  ctx: Context,
  db: Db,
  integration_id: string,
  conversation_id: string,
): Promise<boolean> {
  const { limits, is_capped } = await getPlan(ctx, db, integration_id)
  const included = limits.assistant_conversations
  if (included === null || !is_capped) return true
  const { assistant_conversations } = await store.findUsage(db, integration_id, ctx.now())
  return assistant_conversations < included || store.isCounted(db, integration_id, conversation_id)
}

/**
 * Counts a conversation with its first sourced answer, in the transaction that posts it.
 *
 * @returns false if the limit of the month is reached: the answer must not be posted
 */
export async function countAnswered(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  conversation_id: string,
): Promise<boolean> {
  if (!(await store.insertCounted(tx, integration_id, conversation_id))) return true
  const { limits, is_capped } = await getPlan(ctx, tx, integration_id)
  const included = limits.assistant_conversations
  const count = await store.countConversation(tx, integration_id, { included, is_capped, at_ms: ctx.now() })
  if (count === undefined) await store.deleteCounted(tx, integration_id, conversation_id)
  const percent = billingAlertPercents.find((each) => count === Math.ceil(((included ?? 0) * each) / 100))
  if (percent) await tx.enqueue(usageAlertJob, { integration_id, percent })
  return count !== undefined
}

/**
 * Emails owners and admins about the limit, once per month. For a conversation that gets no answer: after a change to a
 * smaller plan none was the last one of its limit.
 */
export const alertAtLimit = (tx: Tx, integration_id: string) =>
  tx.enqueue(usageAlertJob, { integration_id, percent: 100 })

/** Before a workspace is deleted: ends its subscription. */
export async function endSubscription(tx: Tx, integration_id: string): Promise<void> {
  const stored = await store.findSubscription(tx, integration_id)
  if (!stored?.stripe_subscription_id || stored.state === 'expired') return
  const { stripe_subscription_id } = stored
  await tx.enqueue(cancelSubscriptionJob, { stripe_subscription_id })
}

/** Starts the trial of a new workspace, on a server with billing. */
export async function startTrial(ctx: Context, tx: Tx, integration_id: string): Promise<void> {
  if (!ctx.config.stripe) return
  const at = isoNow(ctx)
  const trial = reduceSubscription(null, { kind: 'trial_started', at })
  if (trial) await store.saveSubscription(tx, integration_id, trial, at)
}
