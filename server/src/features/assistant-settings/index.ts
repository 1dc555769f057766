export { assistantSettingsRoutes } from './routes.ts'
export { startsWithTeam } from './service.ts'
export { findAssistantSettings } from './store.ts'
