export { savedViewRoutes } from './routes.ts'
export { keepView, viewsOf } from './service.ts'
export { countOwnViews } from './store.ts'
