export { contactImportJobs } from './jobs.ts'
export { contactImportErrors, contactImportRoutes } from './routes.ts'
