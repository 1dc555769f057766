import type { Feature } from '#platform/feature.ts'
import { clientSettingsRoutes } from './routes.ts'

export { getSettings, type Settings } from './store.ts'

export const clientSettings: Feature = { name: 'client-settings', routes: clientSettingsRoutes }
