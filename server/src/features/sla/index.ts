export { computeSlaDeadline } from './deadline.ts'
export { slaRoutes } from './routes.ts'
