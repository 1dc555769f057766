export { auditLogJobs } from './jobs.ts'
export { record, recordOwn } from './record.ts'
export { auditLogExport, auditLogOperations, auditLogRoutes } from './routes.ts'
