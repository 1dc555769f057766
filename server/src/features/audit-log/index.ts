export { auditLogJobs } from './jobs.ts'
export { recordSharedItem } from './record-shared-item.ts'
export { isRecorded, type AuditLine, record, recordAccountAction } from './record.ts'
export { auditLogExport, auditLogRoutes } from './routes.ts'
