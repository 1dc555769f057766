import type { Feature } from '#platform/feature.ts'
import { ruleRoutes } from './routes.ts'

export { noCause, triggerRules, type Causation, runRulesJob } from './triggers.ts'
export { checkQuestion, storedFilter } from './service.ts'
export { awaitedOf, findRule, insertTriggers, listNaming, listRulesFor } from './store.ts'

export const rules: Feature = {
  name: 'rules',
  routes: ruleRoutes,
}
