import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function installationRoutes(on: On) {
  on(
    contract.listInstallations,
    schemas.listInstallations,
    member('workspace.see'),
    service.listInstallations,
  )
}
