import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function teamRoutes(on: On) {
  on(contract.listTeams, schemas.listTeams, member('workspace.see'), service.listTeams)
  on(contract.createTeam, schemas.createTeam, member('team.manage'), service.createTeam)
  on(contract.updateTeam, schemas.updateTeam, member('team.manage'), service.updateTeam)
  on(contract.deleteTeam, schemas.deleteTeam, member('team.manage'), service.deleteTeam)
}
