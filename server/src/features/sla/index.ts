export { settleClock } from './clock.ts'
export { slaRoutes } from './routes.ts'
