import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function assistantSettingsRoutes(on: On) {
  on(contract.getAssistantSettings, member('workspace.see'), service.getAssistantSettings)
  on(contract.updateAssistantSettings, member('settings.manage'), service.updateAssistantSettings)
}
