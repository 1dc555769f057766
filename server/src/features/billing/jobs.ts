import { extraConversationCents, day_ms } from '@ozvi/contract'
import * as z from 'zod/mini'
import { cancelSubscriptionJob, findSubscription, monthOf, usageAlertJob } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { mailUsageAlert } from './mails.ts'
import * as store from './store.ts'
import { isMissing, stripeOf } from './stripe-client.ts'
import { syncSubscription } from './sync.ts'
import { checkVatId, checkVatIdJob } from './vat-check.ts'

/** Stripe repeats a notification for three days. */
const eventDays = 30
const customersAtOnce = 200

/** Reads the subscription from the payment provider; one run at a time per workspace. */
export const syncSubscriptionJob = defineJob(
  'billing.sync_subscription',
  z.object({ integration_id: z.uuid() }),
  { retry_limit: 10, singleton: true },
)
/** Adds the extra conversations of earlier months to the next invoice. */
const billExtraConversationsJob = defineJob(
  'billing.bill_extra_conversations',
  z.object({ integration_id: z.uuid() }),
  { retry_limit: 10, singleton: true },
)
/**
 * Repairs missed notifications, and adds extra conversations to invoices: in a job per workspace, so that an error of
 * one doesn't stop the others.
 */
export const reconcileJob = defineJob('billing.reconcile', z.object({}), { expire_s: 3600 })

/** Each month is added once. */
async function billExtraConversations(ctx: Context, integration_id: string): Promise<void> {
  const customer = (await findSubscription(ctx.db, integration_id))?.stripe_customer_id
  if (!customer) return
  for (const { month, extra_conversations } of await store.listUnbilled(
    ctx.db,
    integration_id,
    monthOf(ctx.now()),
  )) {
    const stripe = await stripeOf(ctx)
    await stripe.invoiceItems.create(
      {
        customer,
        currency: 'eur',
        amount: extra_conversations * extraConversationCents,
        description: `Assistant conversations above the plan, ${month.slice(0, 7)}: ${extra_conversations}`,
      },
      { idempotencyKey: `extra-conversations-${integration_id}-${month}` },
    )
    const billed_at = isoNow(ctx)
    await ctx.transaction((tx) => store.setBilled(tx, integration_id, month, billed_at))
  }
}

async function reconcile(ctx: Context): Promise<void> {
  if (!ctx.config.stripe) return
  await ctx.transaction((tx) =>
    store.deleteEventsBefore(tx, new Date(ctx.now() - eventDays * day_ms).toISOString()),
  )
  let after: string | undefined
  for (;;) {
    const ids = await store.listCustomers(ctx.db, after, customersAtOnce)
    after = ids.at(-1)
    if (after === undefined) return
    await ctx.transaction(async (tx) => {
      for (const integration_id of ids) {
        const options = { singleton_key: integration_id }
        await tx.enqueue(syncSubscriptionJob, { integration_id }, options)
        await tx.enqueue(billExtraConversationsJob, { integration_id }, options)
      }
    })
  }
}

export function billingJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(syncSubscriptionJob, ({ integration_id }) => syncSubscription(ctx, integration_id))
  jobs.register(billExtraConversationsJob, async ({ integration_id }) => {
    try {
      await billExtraConversations(ctx, integration_id)
    } catch (error) {
      if (!isMissing(error)) throw error
      ctx.log.warn({ integration_id }, 'billing: the customer was deleted at Stripe')
    }
  })
  jobs.register(reconcileJob, () => reconcile(ctx))
  jobs.schedule(reconcileJob, '41 2 * * *', {})
  jobs.register(checkVatIdJob, (data) => checkVatId(ctx, data))
  jobs.register(usageAlertJob, (alert) => mailUsageAlert(ctx, alert))
  jobs.register(cancelSubscriptionJob, async ({ stripe_subscription_id }) => {
    if (!ctx.config.stripe) return
    const stripe = await stripeOf(ctx)
    await stripe.subscriptions.cancel(stripe_subscription_id)
  })
}
