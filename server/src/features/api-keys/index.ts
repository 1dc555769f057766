import type { Feature } from '#platform/feature.ts'
import { apiKeyJobs } from './jobs.ts'
import { apiKeyRoutes } from './routes.ts'

export const apiKeys: Feature = { name: 'api-keys', routes: apiKeyRoutes, jobs: apiKeyJobs }
