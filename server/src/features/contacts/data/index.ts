export { contactDataJobs } from './jobs.ts'
export { contactDataExport, contactDataRoutes } from './routes.ts'
export { beginErasure } from './service.ts'
