import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function clientSettingsRoutes(on: On) {
  on(
    contract.getClientSettings,
    schemas.getClientSettings,
    member('workspace.see'),
    service.getClientSettings,
  )
  on(
    contract.updateClientSettings,
    schemas.updateClientSettings,
    member('settings.manage'),
    service.updateClientSettings,
  )
}
