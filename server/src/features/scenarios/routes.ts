import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as cases from './cases.ts'
import * as secrets from './secrets.ts'
import * as service from './service.ts'
import * as versions from './versions.ts'

const see = member('workspace.see')
const manage = member('rules.manage')

export function scenarioRoutes(on: On) {
  on(contract.listScenarios, schemas.listScenarios, see, service.listScenarios)
  on(contract.getScenario, schemas.getScenario, see, service.getScenario)
  on(contract.saveScenario, schemas.saveScenario, manage, service.saveScenario, {
    body_bytes_max: contract.scenarioBytesMax,
  })
  on(contract.deleteScenario, schemas.deleteScenario, manage, service.deleteScenario)
  on(contract.reorderScenarios, schemas.reorderScenarios, manage, service.reorderScenarios)
  on(contract.publishScenario, schemas.publishScenario, manage, versions.publishScenario)
  on(contract.pauseScenario, schemas.pauseScenario, manage, service.pauseScenario)
  on(contract.resumeScenario, schemas.resumeScenario, manage, service.resumeScenario)
  on(contract.archiveScenario, schemas.archiveScenario, manage, service.archiveScenario)
  on(contract.listScenarioVersions, schemas.listScenarioVersions, see, versions.listScenarioVersions)
  on(contract.getScenarioVersion, schemas.getScenarioVersion, see, versions.getScenarioVersion)
  on(contract.listScenarioCases, schemas.listScenarioCases, see, cases.listScenarioCases)
  on(contract.saveScenarioCase, schemas.saveScenarioCase, manage, cases.saveScenarioCase)
  on(contract.deleteScenarioCase, schemas.deleteScenarioCase, manage, cases.deleteScenarioCase)
  on(contract.listScenarioSecrets, schemas.listScenarioSecrets, see, secrets.listScenarioSecrets)
  on(contract.saveScenarioSecret, schemas.saveScenarioSecret, manage, secrets.saveScenarioSecret)
  on(contract.deleteScenarioSecret, schemas.deleteScenarioSecret, manage, secrets.deleteScenarioSecret)
  on(contract.rollBackScenario, schemas.rollBackScenario, manage, versions.rollBackScenario)
}
