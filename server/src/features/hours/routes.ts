import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function hoursRoutes(on: On) {
  on(contract.getHours, schemas.getHours, member('workspace.see'), service.getHours)
  on(contract.updateHours, schemas.updateHours, member('settings.manage'), service.updateHours)
}
