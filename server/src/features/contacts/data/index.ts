export { contactDataJobs } from './jobs.ts'
export { contactDataExport, contactDataRoutes } from './routes.ts'
export { startErasure } from './service.ts'
