import type { Feature } from '#platform/feature.ts'
import { scenarioFileSchema } from './file-schema.ts'
import { scenarioJobs } from './jobs.ts'
import { scenarioRoutes } from './routes.ts'

export { continueScenarioJob, startOnRatingJob, startOnSilenceJob } from './run-jobs.ts'
export { fittingTriggers } from './widget-triggers.ts'
export { type AwaitedSilence, silenceTriggers } from './silence-triggers.ts'
export {
  activeScenario,
  awaitsMessages,
  findActiveScenario,
  findLastRun,
  findLiveRun,
  findRun,
  hasLiveRun,
  insertRun,
  interruptRun,
  isAwaiting,
  isHandled,
  listLiveRunIds,
  listPublished,
  listRunRows,
  type PublishedScenario,
  type RunKey,
  type RunRow,
  saveRun,
  toRun,
} from './run-store.ts'
export { openSecrets } from './secrets.ts'
export { listReferences } from './store.ts'
export { readNumbers } from './run-numbers.ts'
export { endRunsJob } from './run-jobs.ts'
export { readDraft } from './service.ts'
export { countPublishedScenarios, isScenario, lockScenarios } from './store.ts'

export const scenarios: Feature = {
  name: 'scenarios',
  routes: scenarioRoutes,
  jobs: scenarioJobs,
  http: ({ app }) => scenarioFileSchema(app),
}
