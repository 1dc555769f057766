export { logoJobs } from './jobs.ts'
export { logoReading } from './reading.ts'
export { logoRoutes } from './routes.ts'
