import * as contract from '@ozvi/contract'
import { verified } from '#features/accounts'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function reportRoutes(on: On) {
  on(contract.getReport, member('reports.see'), service.getReport)
  on(contract.listMemberStats, member('reports.see'), service.listMemberStats)
  on(contract.listWorkspaceActivity, verified, service.listWorkspaceActivity)
  on(contract.listReportConversations, member('reports.see'), service.listReportConversations)
}
