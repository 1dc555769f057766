export { contactDataJobs } from './jobs.ts'
export { contactDataExport, contactDataRoutes } from './routes.ts'
