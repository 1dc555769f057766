import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './rules.schema.ts'

export type {
  RuleEvent,
  RuleActionKind,
  RuleAction,
  RuleFilter,
  Rule,
  RuleDryRun,
  RuleRunAction,
  RuleRun,
  RuleStats,
} from './rules.schema.ts'

/*
 * Rules: automatic actions when something happens to a conversation. Their conditions use the fields of the
 * inbox filter.
 */

export const ruleNameCharsMax = 60
export const rulesMax = 100
export const ruleActionsMax = 10
export const ruleTermsMax = 20
export const ruleTermCharsMax = 60
export const ruleNoteCharsMax = 2_000
export const ruleWaitMax_min = 60 * 24 * 30
export const ruleSnoozeMax_min = 60 * 24 * 90
/** The longest chain of rules that trigger each other; the next one isn't run. */
export const ruleChainMax = 5
/** Conversations that a dry run checks, newest first. */
export const ruleDryRunSize = 200
/** Runs are kept for this number of days. */
export const ruleRunDays = 30
export const ruleEvents = [
  'conversation_created',
  'customer_message',
  'handed_over',
  'status_changed',
  'tag_added',
  'priority_changed',
  /** The customer has waited for the team for `wait_min` minutes. */
  'no_reply',
] as const
export const ruleActionKinds = [
  'assign',
  'assign_team',
  'add_tags',
  'remove_tags',
  'set_priority',
  'set_status',
  'snooze',
  'add_note',
  'send_reply',
  'start_scenario',
] as const

/** Lists the rules in the order in which they run. */
export const listRules = defineRoute<typeof schema.listRules>()(
  'GET',
  '/api/integration/:integration_id/rule',
)
/**
 * Creates the rule with this id at the end of the list, or updates it in place. The same call restores a
 * deleted rule. It applies to events from then on.
 * @throws Problem `invalid_input` on `name`: there are `rulesMax`; on `wait_min`: required by `no_reply`; on
 * `filter` or `actions.0.…`: a referenced item doesn't exist
 */
export const saveRule = defineRoute<typeof schema.saveRule>()(
  'PUT',
  '/api/integration/:integration_id/rule/:rule_id',
)
export const deleteRule = defineRoute<typeof schema.deleteRule>()(
  'DELETE',
  '/api/integration/:integration_id/rule/:rule_id',
)
/** Sorts the given rules in this order. Other rules keep their position. */
export const reorderRules = defineRoute<typeof schema.reorderRules>()(
  'POST',
  '/api/integration/:integration_id/rule-order',
)
/**
 * Returns in which of the newest `ruleDryRunSize` conversations the rule would have run. Changes nothing. Messages,
 * events and hours are evaluated as they were then, the fields of `filter` as they are now.
 */
export const dryRunRule = defineRoute<typeof schema.dryRunRule>()(
  'POST',
  '/api/integration/:integration_id/rule-dry-run',
)
/** Lists the runs of the last `ruleRunDays` days, newest first. */
export const listRuleRuns = defineRoute<typeof schema.listRuleRuns>()(
  'GET',
  '/api/integration/:integration_id/rule/:rule_id/run',
)
/** Returns statistics by rule id. Rules that haven't run are left out. */
export const getRuleStats = defineRoute<typeof schema.getRuleStats>()(
  'GET',
  '/api/integration/:integration_id/rule-stats',
)

/** A rule is new, or has changed. */
export const ruleSaved = defineEvent<typeof schema.ruleSaved>()('RuleSaved', workspaceChannel)
export const ruleDeleted = defineEvent<typeof schema.ruleDeleted>()('RuleDeleted', workspaceChannel)
/** All rules in their new order. */
export const rulesReordered = defineEvent<typeof schema.rulesReordered>()('RulesReordered', workspaceChannel)
/** Rules have run. Clients that show their results reload them. */
export const rulesExecuted = defineEvent<typeof schema.rulesExecuted>()('RulesExecuted', workspaceChannel, {
  is_ephemeral: true,
})

/** A workspace's rules in their order: a new one comes last; an older version is ignored. */
export function applyRuleSaved(list: readonly schema.Rule[], saved: schema.Rule): schema.Rule[] {
  const current = list.find(({ id }) => id === saved.id)
  if (!current) return [...list, saved]
  return current.version >= saved.version ? [...list] : list.map((rule) => (rule === current ? saved : rule))
}

export const applyRuleDeleted = (list: readonly schema.Rule[], { id }: { id: string }): schema.Rule[] =>
  list.filter((rule) => rule.id !== id)

/** Rules that aren't listed come last. */
export function applyRulesReordered(
  list: readonly schema.Rule[],
  { ids }: { ids: readonly string[] },
): schema.Rule[] {
  const rank = ({ id }: schema.Rule) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return list.toSorted((a, b) => rank(a) - rank(b))
}
