export { logoJobs } from './jobs.ts'
export { logoOperation, logoReading } from './reading.ts'
export { logoRoutes } from './routes.ts'
