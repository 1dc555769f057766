export { changeContactsJob, contactBulkJobs } from './jobs.ts'
export { contactBulkRoutes } from './routes.ts'
