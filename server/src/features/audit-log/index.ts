export { auditLogJobs } from './jobs.ts'
export { recordKept } from './record-kept.ts'
export { isRecorded, type Line, record, recordOwn } from './record.ts'
export { auditLogExport, auditLogRoutes } from './routes.ts'
