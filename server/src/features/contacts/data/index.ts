import type { Feature } from '#platform/feature.ts'
import { contactDataJobs } from './jobs.ts'
import { contactDataExport, contactDataRoutes } from './routes.ts'

export { startErasure } from './service.ts'

export const contactData: Feature = {
  name: 'contacts-data',
  routes: contactDataRoutes,
  downloads: [contactDataExport],
  jobs: contactDataJobs,
}
