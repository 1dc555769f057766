import type { Feature } from '#platform/feature.ts'
import { bulkActionRoutes } from './routes.ts'
import type { BulkJobs } from './service.ts'

export {
  ActionRun,
  type BulkItem,
  type BulkWork,
  type Actor,
  findAction,
  continueAction,
  currentViewer,
  listIncompleteSubjects,
  startAction,
  startActionWithTx,
} from './service.ts'
export { removeSubject } from './store.ts'

/** @param jobs the job that continues an action, by type of list */
export const bulkActions = (jobs: BulkJobs): Feature => ({
  name: 'bulk-actions',
  routes: bulkActionRoutes(jobs),
})
