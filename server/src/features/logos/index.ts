import type { Feature } from '#platform/feature.ts'
import { logoReading } from './reading.ts'
import { logoJobs } from './jobs.ts'
import { logoRoutes } from './routes.ts'

export const logos: Feature = {
  name: 'logos',
  routes: logoRoutes,
  http: ({ app, ctx }) => logoReading(app, ctx),
  jobs: logoJobs,
}
