import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { verified } from '#features/accounts'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function reportRoutes(on: On) {
  on(contract.getReport, schemas.getReport, member('reports.see'), service.getReport)
  on(contract.getReportTable, schemas.getReportTable, member('reports.see'), service.getReportTable)
  on(contract.listMemberStats, schemas.listMemberStats, member('reports.see'), service.listMemberStats)
  on(contract.listWorkspaceActivity, schemas.listWorkspaceActivity, verified, service.listWorkspaceActivity)
  on(
    contract.listReportConversations,
    schemas.listReportConversations,
    member('reports.see'),
    service.listReportConversations,
  )
}
