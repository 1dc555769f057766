export { broadcastingOperations, broadcastingRoutes } from './routes.ts'
