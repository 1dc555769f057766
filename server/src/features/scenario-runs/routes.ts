import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

const answer = member('conversations.answer')

export function scenarioRunRoutes(on: On) {
  on(
    contract.listScenarioRuns,
    schemas.listScenarioRuns,
    member('conversations.see'),
    service.listScenarioRuns,
  )
  on(
    contract.getScenarioNumbers,
    schemas.getScenarioNumbers,
    member('conversations.see'),
    service.getScenarioNumbers,
  )
  on(contract.getScenarioRun, schemas.getScenarioRun, member('conversations.see'), service.getScenarioRun)
  on(contract.startScenarioRun, schemas.startScenarioRun, answer, service.startScenarioRun)
  on(contract.resumeScenarioRun, schemas.resumeScenarioRun, answer, service.resumeScenarioRun)
  on(contract.endScenarioRun, schemas.endScenarioRun, answer, service.endScenarioRun)
}
