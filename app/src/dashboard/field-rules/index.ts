export { type Choice, ownRuleField, type RuleField } from './rule-fields.ts'
export { AddRule, RuleRows } from './rule-rows.tsx'
export { useRuleWords } from './rule-words.ts'
export { begin, useRules } from './use-rules.ts'
