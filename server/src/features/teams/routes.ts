import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function teamRoutes(on: On) {
  on(contract.listTeams, member('workspace.see'), service.listTeams)
  on(contract.createTeam, member('team.manage'), service.createTeam)
  on(contract.updateTeam, member('team.manage'), service.updateTeam)
  on(contract.deleteTeam, member('team.manage'), service.deleteTeam)
}
