import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function billingRoutes(on: On) {
  on(contract.getUsage, schemas.getUsage, member('billing.manage'), service.getUsage)
}
