import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { listScenarioImages, uploadScenarioImage } from './service.ts'

const limit = { name: 'scenario_image', points: 60, per_s: 60 * 60 }

export function scenarioImageRoutes(on: On) {
  on(contract.listScenarioImages, schemas.listScenarioImages, member('workspace.see'), listScenarioImages)
  on.upload(
    contract.uploadScenarioImage,
    schemas.uploadScenarioImage,
    member('rules.manage'),
    uploadScenarioImage,
    { bytes_max: contract.scenarioImageBytesMax, limits: [{ limit }] },
  )
}
