import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { type BulkJobs, getBulkAction, undoBulkAction } from './service.ts'

/** @param jobs the job that continues an action, by kind of list */
export const bulkActionRoutes = (jobs: BulkJobs) => (on: On) => {
  on(contract.getBulkAction, member('conversations.answer'), getBulkAction)
  on(contract.undoBulkAction, member('conversations.answer'), undoBulkAction(jobs))
}
