import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { anyone } from '#features/accounts'
import { member } from '#features/integrations'
import { unsubscribeLimit } from '#features/notifications'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function reportEmailRoutes(on: On) {
  const own = member('reports.see')
  on(contract.getReportEmail, schemas.getReportEmail, own, service.getReportEmail)
  on(contract.updateReportEmail, schemas.updateReportEmail, own, service.updateReportEmail)
  on(contract.deleteReportEmail, schemas.deleteReportEmail, own, service.deleteReportEmail)
  on(
    contract.unsubscribeReportEmails,
    schemas.unsubscribeReportEmails,
    anyone,
    service.unsubscribeReportEmails,
    { limits: [{ limit: unsubscribeLimit }] },
  )
}
