export { savedViewRoutes } from './routes.ts'
export { storeView, viewsOf } from './service.ts'
export { countPersonalViews } from './store.ts'
