import type { Library } from '#features/assistant'
import type { Models } from '#features/language-model'
import type { Feature } from '#platform/feature.ts'
import { copilotRoutes } from './routes.ts'

/** Helps members to write: drafts, rewrites and summaries. */
export const copilot = (library: Library, models: Models): Feature => ({
  name: 'copilot',
  routes: copilotRoutes(library, models),
})
