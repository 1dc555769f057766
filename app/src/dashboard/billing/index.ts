export { planOf, useHasFeature, usePlanFeature } from './data.ts'
export { PlanNotice } from './plan-notice.tsx'
