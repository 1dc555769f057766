import { oneClickUnsubscribe } from '#features/notifications'
import type { Feature } from '#platform/feature.ts'
import { reportEmailJobs } from './jobs.ts'
import { reportEmailRoutes } from './routes.ts'
import { unsubscribe } from './service.ts'

export const reportEmails: Feature = {
  name: 'report-emails',
  routes: reportEmailRoutes,
  http: ({ app, ctx }) => oneClickUnsubscribe(app, ctx, '/api/report-emails/one-click', unsubscribe),
  jobs: reportEmailJobs,
}
