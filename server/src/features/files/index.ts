export { fileJobs } from './jobs.ts'
export { drawSquare } from './picture.ts'
export { fileReading } from './reading.ts'
export { fileRoutes } from './routes.ts'
export {
  holdFiles,
  keepFiles,
  ofMember,
  ofVisitor,
  ofWorkspace,
  releaseFiles,
  removeUnnamed,
} from './service.ts'
export { isUnnamed, linkToMessage } from './store.ts'
