export { noCause, triggerRules, type Causation, runRulesNow } from './triggers.ts'
export { ruleRoutes } from './routes.ts'
export { checkQuestion, storedFilter } from './service.ts'
export { findRule, insertTriggers, listNaming, listRulesFor } from './store.ts'
