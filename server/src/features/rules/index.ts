export { byNoRule, cueRules, type LedBy, runRulesNow } from './cues.ts'
export { ruleRoutes } from './routes.ts'
export { checkQuestion, toldFilter } from './service.ts'
export { findRule, insertCues, listNaming, listRulesFor } from './store.ts'
