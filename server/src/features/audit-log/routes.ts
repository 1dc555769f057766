import * as contract from '@ozvi/contract'
import type { Right } from '@ozvi/contract'
import { AuditFilter } from '@ozvi/contract/schemas'
import * as schemas from '@ozvi/contract/schemas'
import { requirePlanFeature } from '#features/plans'
import { download } from '#platform/http/download.ts'
import type { Guard } from '#platform/http/guard.ts'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

/** The guard for reading, passed in because the feature with members writes to this log. */
export type GuardOf<I> = (right: Right) => Guard<service.AuditReader, I>

export const auditLogRoutes =
  <I>(member: GuardOf<I>, confirmedMember: GuardOf<I>) =>
  (on: On) => {
    on(contract.listAuditEntries, schemas.listAuditEntries, member('audit.see'), service.listAuditEntries)
    on(contract.listAuditActors, schemas.listAuditActors, member('audit.see'), service.listAuditActors)
    on(
      contract.updateAuditRetention,
      schemas.updateAuditRetention,
      confirmedMember('audit.keep'),
      service.updateAuditRetention,
    )
  }

/** The log as a file. */
export const auditLogExport = <I>(confirmedMember: GuardOf<I>) =>
  download({
    path: '/api/integration/:integration_id/audit-log-export',
    operation_id: 'exportAuditLog',
    guard: confirmedMember('audit.see'),
    kind: 'csv',
    query: AuditFilter,
    problems: ['confirm_identity', 'plan_limit'],
    async open(ctx, actor, filter) {
      await requirePlanFeature(ctx, ctx.db, actor.integration_id, 'audit_log')
      return { file_name: 'audit-log.csv', content: service.exportAuditLog(ctx, actor, filter) }
    },
  })
