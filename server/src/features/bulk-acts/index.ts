export { bulkActRoutes } from './routes.ts'
export { ActRun, type BulkWork, findAct, goOn, startAct } from './service.ts'
export { forgetSubject } from './store.ts'
