import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { startContactBulkAction } from './service.ts'

export function contactBulkRoutes(on: On) {
  on(
    contract.startContactBulkAction,
    schemas.startContactBulkAction,
    member('conversations.answer'),
    startContactBulkAction,
  )
}
