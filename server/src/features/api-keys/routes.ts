import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { confirmedMember, member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function apiKeyRoutes(on: On) {
  const manage = confirmedMember('settings.manage')
  on(contract.listApiKeys, schemas.listApiKeys, member('settings.manage'), service.listApiKeys)
  on(contract.createApiKey, schemas.createApiKey, manage, service.createApiKey)
  on(contract.revokeApiKey, schemas.revokeApiKey, manage, service.revokeApiKey)
}
