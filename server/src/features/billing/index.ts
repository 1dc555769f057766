import type { Feature } from '#platform/feature.ts'
import { billingJobs } from './jobs.ts'
import { billingRoutes } from './routes.ts'
import { stripeWebhook } from './webhook.ts'

export const billing: Feature = {
  name: 'billing',
  routes: billingRoutes,
  http: ({ app, ctx }) => stripeWebhook(app, ctx),
  jobs: billingJobs,
}
