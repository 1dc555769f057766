import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import type { Models } from './models.ts'
import * as service from './service.ts'

export const languageModelRoutes = (models: Models) => (on: On) => {
  on(contract.getLanguageModel, schemas.getLanguageModel, member('workspace.see'), service.getLanguageModel)
  on(
    contract.updateLanguageModel,
    schemas.updateLanguageModel,
    member('settings.manage'),
    service.updateLanguageModel,
  )
  on(
    contract.testLanguageModel,
    schemas.testLanguageModel,
    member('settings.manage'),
    service.testLanguageModel(models),
  )
}
