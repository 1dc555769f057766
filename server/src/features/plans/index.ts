export {
  type CurrentPlan,
  countAnswered,
  getPlan,
  hasFeatureWith,
  hasPlanFeature,
  hasRoom,
  mayAnswer,
  planLimitProblem,
  requirePlanFeature,
  requireRoom,
  startTrial,
} from './service.ts'
export {
  findSubscription,
  findUsage,
  saveSubscription,
  subscriptionOf,
  type StoredSubscription,
} from './store.ts'
