export { customFilterField, type FilterField } from './condition-fields.ts'
export { AddCondition, ConditionRows } from './condition-rows.tsx'
export { useConditionText } from './condition-text.ts'
export { newCondition, useConditions } from './use-conditions.ts'
