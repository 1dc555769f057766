import type { Feature } from '#platform/feature.ts'
import { contactBulkJobs } from './jobs.ts'
import { contactBulkRoutes } from './routes.ts'

export { changeContactsJob } from './jobs.ts'

export const contactBulk: Feature = {
  name: 'contacts-bulk',
  routes: contactBulkRoutes,
  jobs: contactBulkJobs,
}
