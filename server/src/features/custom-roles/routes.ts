import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

const manage = member('team.manage')

export function customRoleRoutes(on: On) {
  on(contract.listCustomRoles, schemas.listCustomRoles, member('workspace.see'), service.listCustomRoles)
  on(contract.createCustomRole, schemas.createCustomRole, manage, service.createCustomRole)
  on(contract.updateCustomRole, schemas.updateCustomRole, manage, service.updateCustomRole)
  on(contract.deleteCustomRole, schemas.deleteCustomRole, manage, service.deleteCustomRole)
}
