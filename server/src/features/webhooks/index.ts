import type { Feature } from '#platform/feature.ts'
import { webhookJobs } from './jobs.ts'
import { webhookRoutes } from './routes.ts'

export { deleteWebhooksAbout, findListeners, type Listener, listenersOf, queueWebhooks } from './queue.ts'

export const webhooks: Feature = { name: 'webhooks', routes: webhookRoutes, jobs: webhookJobs }
