import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function slaRoutes(on: On) {
  on(contract.getTargets, schemas.getTargets, member('workspace.see'), service.getTargets)
  on(contract.updateTargets, schemas.updateTargets, member('settings.manage'), service.updateTargets)
}
