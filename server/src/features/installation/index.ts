export { installationRoutes } from './routes.ts'
export { noteSighting } from './service.ts'
