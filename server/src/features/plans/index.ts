export { cancelSubscriptionJob, usageAlertJob } from './jobs.ts'
export {
  alertAtLimit,
  countAnswered,
  endSubscription,
  getPlan,
  hasFeatureWith,
  hasPlanFeature,
  hasRoom,
  mayAnswer,
  planWith,
  requirePlanFeature,
  requireRoom,
  startTrial,
} from './service.ts'
export {
  findSubscription,
  findUsage,
  lockSubscription,
  monthOf,
  saveSubscription,
  type StoredSubscription,
  subscriptionOf,
} from './store.ts'
