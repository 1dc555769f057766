export { installationRoutes } from './routes.ts'
export { recordWidgetLoad } from './service.ts'
