import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { confirmedMember, member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function retentionRoutes(on: On) {
  const manage = member('settings.manage')
  on(contract.getRetention, schemas.getRetention, manage, service.getRetention)
  on(contract.previewRetention, schemas.previewRetention, manage, service.previewRetention)
  on(
    contract.updateRetention,
    schemas.updateRetention,
    confirmedMember('conversations.keep'),
    service.updateRetention,
  )
}
