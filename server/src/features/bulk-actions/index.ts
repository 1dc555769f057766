export { bulkActionRoutes } from './routes.ts'
export {
  ActionRun,
  type BulkWork,
  type Actor,
  findAction,
  continueAction,
  listIncompleteSubjects,
  startAction,
  startActionWithTx,
} from './service.ts'
export { removeSubject } from './store.ts'
