import type { Feature } from '#platform/feature.ts'
import { fileReading } from './reading.ts'
import { fileJobs } from './jobs.ts'
import { fileRoutes } from './routes.ts'

export { drawInside, drawSquare } from './picture.ts'
export {
  assertAcceptsFiles,
  claimFiles,
  attachStoredFiles,
  ofMember,
  ofVisitor,
  ofWorkspace,
  detachFiles,
  deleteUnattached,
} from './service.ts'
export { deleteUnattachedFiles, linkToMessage } from './store.ts'

export const files: Feature = {
  name: 'files',
  routes: fileRoutes,
  http: ({ app, ctx, mount }) => fileReading(app, ctx, mount),
  jobs: fileJobs,
}
