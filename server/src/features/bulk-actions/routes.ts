import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { type BulkJobs, getBulkAction, undoBulkAction } from './service.ts'

/** @param jobs the job that continues an action, by kind of list */
export const bulkActionRoutes = (jobs: BulkJobs) => (on: On) => {
  on(contract.getBulkAction, schemas.getBulkAction, member('conversations.answer'), getBulkAction)
  on(contract.undoBulkAction, schemas.undoBulkAction, member('conversations.answer'), undoBulkAction(jobs))
}
