import type { Feature } from '#platform/feature.ts'
import { assistantSettingsRoutes } from './routes.ts'

export { startsWithTeam } from './service.ts'
export { findAssistantSettings } from './store.ts'

export const assistantSettings: Feature = { name: 'assistant-settings', routes: assistantSettingsRoutes }
