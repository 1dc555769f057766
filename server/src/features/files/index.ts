export { fileJobs } from './jobs.ts'
export { drawSquare } from './picture.ts'
export { fileReading } from './reading.ts'
export { fileRoutes } from './routes.ts'
export {
  claimFiles,
  attachStoredFiles,
  ofMember,
  ofVisitor,
  ofWorkspace,
  detachFiles,
  deleteUnattached,
} from './service.ts'
export { isUnattached, linkToMessage } from './store.ts'
