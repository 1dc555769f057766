export { changeContactsNow, contactBulkJobs } from './jobs.ts'
export { contactBulkRoutes } from './routes.ts'
