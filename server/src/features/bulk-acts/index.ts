export { bulkActRoutes } from './routes.ts'
export {
  ActRun,
  type BulkWork,
  type Doer,
  findAct,
  goOn,
  listIncompleteSubjects,
  startAct,
  startActIn,
} from './service.ts'
export { forgetSubject } from './store.ts'
