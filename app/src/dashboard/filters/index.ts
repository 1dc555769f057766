export { type Choice, ownRuleField, type RuleField } from './condition-fields.ts'
export { AddRule, RuleRows } from './condition-rows.tsx'
export { useRuleWords } from './condition-words.ts'
export { begin, useRules } from './use-conditions.ts'
