import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function hoursRoutes(on: On) {
  on(contract.getHours, member('workspace.see'), service.getHours)
  on(contract.updateHours, member('settings.manage'), service.updateHours)
}
