import type { Feature } from '#platform/feature.ts'
import { contactImportJobs } from './jobs.ts'
import { contactImportErrors, contactImportRoutes } from './routes.ts'

export { deleteFromImports, excludeFromImports } from './erasure.ts'

export const contactImports: Feature = {
  name: 'contacts-imports',
  routes: contactImportRoutes,
  downloads: [contactImportErrors],
  jobs: contactImportJobs,
}
