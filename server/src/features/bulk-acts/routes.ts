import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { type BulkJobs, getBulkAct, undoBulkAct } from './service.ts'

/** @param jobs the job that continues an action, by kind of list */
export const bulkActRoutes = (jobs: BulkJobs) => (on: On) => {
  on(contract.getBulkAct, member('conversations.answer'), getBulkAct)
  on(contract.undoBulkAct, member('conversations.answer'), undoBulkAct(jobs))
}
