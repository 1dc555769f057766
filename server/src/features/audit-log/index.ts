import type { Feature } from '#platform/feature.ts'
import { auditLogJobs } from './jobs.ts'
import { auditLogExport, auditLogRoutes, type GuardOf } from './routes.ts'

export { recordSharedItem } from './record-shared-item.ts'
export { isRecorded, type AuditLine, record, recordAccountAction } from './record.ts'

/** @param guards passed in because the feature of members records into this log */
export const auditLog = <I>(guards: { member: GuardOf<I>; confirmedMember: GuardOf<I> }): Feature => ({
  name: 'audit-log',
  routes: auditLogRoutes(guards.member, guards.confirmedMember),
  downloads: [auditLogExport(guards.confirmedMember)],
  jobs: auditLogJobs,
})
