import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { startContactBulkAct } from './service.ts'

export function contactBulkRoutes(on: On) {
  on(contract.startContactBulkAct, member('conversations.answer'), startContactBulkAct)
}
