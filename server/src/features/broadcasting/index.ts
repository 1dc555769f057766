import type { Feature } from '#platform/feature.ts'
import { broadcastingRoutes } from './routes.ts'

export const broadcasting: Feature = {
  name: 'broadcasting',
  http: ({ app, ctx, realtime, mount }) => broadcastingRoutes(app, ctx, realtime, mount),
}
