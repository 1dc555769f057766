import type { Feature } from '#platform/feature.ts'
import { singleSignOnRoutes } from './routes.ts'

export const singleSignOn: Feature = { name: 'single-sign-on', routes: singleSignOnRoutes }
