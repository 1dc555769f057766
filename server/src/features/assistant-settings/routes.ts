import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function assistantSettingsRoutes(on: On) {
  on(
    contract.getAssistantSettings,
    schemas.getAssistantSettings,
    member('workspace.see'),
    service.getAssistantSettings,
  )
  on(
    contract.updateAssistantSettings,
    schemas.updateAssistantSettings,
    member('knowledge.manage'),
    service.updateAssistantSettings,
  )
}
