export { planOf, useHasFeature } from './data.ts'
export { PlanNotice } from './plan-notice.tsx'
