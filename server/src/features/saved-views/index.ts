export { savedViewRoutes } from './routes.ts'
export { keepView, viewsOf } from './service.ts'
