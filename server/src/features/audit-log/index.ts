export { auditLogJobs } from './jobs.ts'
export { record, recordOwn } from './record.ts'
export { auditLogExport, auditLogRoutes } from './routes.ts'
