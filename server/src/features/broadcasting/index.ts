export { broadcastingRoutes } from './routes.ts'
