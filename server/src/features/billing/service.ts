import {
  type Billing,
  graceEndsAt,
  isPaidPlan,
  reduceSubscription,
  type Subscription,
  type Usage,
} from '@ozvi/contract'
import { countIndexedItems } from '#features/data-sources'
import { countMembers, type MemberActor } from '#features/integrations'
import { findSubscription, findUsage, getPlan, monthOf, planWith } from '#features/plans'
import { countPublishedScenarios } from '#features/scenarios'
import { countPendingInvitations } from '#features/users'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { findDetails, findVatCheck } from './store.ts'

export const getWorkspacePlan = async (ctx: Context, { integration_id }: MemberActor) => ({
  plan: (await getPlan(ctx, ctx.db, integration_id)).id,
})

export async function getUsage(ctx: Context, { integration_id }: MemberActor): Promise<Usage> {
  const { db } = ctx
  const at = isoNow(ctx)
  const [plan, members, pending, indexed_items, published_scenarios, usage] = await Promise.all([
    getPlan(ctx, db, integration_id),
    countMembers(db, integration_id),
    countPendingInvitations(db, integration_id, at),
    countIndexedItems(db, integration_id),
    countPublishedScenarios(db, integration_id),
    findUsage(db, integration_id, ctx.now()),
  ])
  const { seats, ...limits } = plan.limits
  return {
    plan: plan.id,
    limits: { ...limits, members: seats },
    members: members + pending,
    indexed_items,
    published_scenarios,
    ...usage,
    period_start: new Date(monthOf(ctx.now())).toISOString(),
  }
}

export const getBilling = (ctx: Context, { integration_id }: MemberActor) =>
  readBilling(ctx, ctx.db, integration_id)

export async function readBilling(ctx: Context, db: Db, integration_id: string): Promise<Billing> {
  const stored = await findSubscription(db, integration_id)
  const at = isoNow(ctx)
  const now: Subscription | null = reduceSubscription(stored ?? null, { kind: 'time_passed', at })
  const plan = planWith(ctx, stored)
  const isRunning = now !== null && now.state !== 'expired'
  return {
    integration_id,
    is_on: ctx.config.stripe !== undefined,
    plan: plan.id,
    state: now?.state ?? null,
    period: now?.period ?? 'month',
    extra_seats: isRunning && isPaidPlan(plan.id) ? now.extra_seats : 0,
    ends_at: isRunning ? now.ends_at : null,
    grace_ends_at: now?.state === 'past_due' && now.past_due_since ? graceEndsAt(now.past_due_since) : null,
    next_plan: now?.next_plan ?? null,
    is_capped: plan.is_capped,
    is_subscribed: isRunning && now.state !== 'trialing',
    details: (await findDetails(db, integration_id)) ?? null,
    vat_check: await findVatCheck(db, integration_id),
  }
}
