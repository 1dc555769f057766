import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** The month's conversations reached a part of the limit. */
export const usageAlertJob = defineJob(
  'plans.usage_alert',
  z.object({ integration_id: z.uuid(), percent: z.int() }),
)
/** Ends the subscription of a deleted workspace at the payment provider. */
export const cancelSubscriptionJob = defineJob(
  'plans.cancel_subscription',
  z.object({ stripe_subscription_id: z.string() }),
  { retry_limit: 10 },
)
