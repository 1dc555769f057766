import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { ConversationFilter } from './conversations/filter.ts'
import { ConversationStatus, Priority } from './conversations/conversations.ts'
import { Id, text, Time } from './fields.ts'
import { event, Nothing, queryInt, route } from './api.ts'
import { tagsPerConversationMax } from './tags.ts'

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
/** As many rules may set each other off, one after the other; the next one is not run. */
export const ruleChainMax = 5
/** As many conversations, the newest first, does a trial look at. */
export const ruleDryRunSize = 200
/** As long is it known what a rule has done. */
export const ruleRunDays = 30

export const RuleEvent = z.enum([
  'conversation_created',
  'customer_message',
  'handed_over',
  'status_changed',
  'tag_added',
  'priority_changed',
  /** The customer has waited for the team so long. */
  'no_reply',
])
export type RuleEvent = z.infer<typeof RuleEvent>

export const RuleActionKind = z.enum([
  'assign',
  'assign_team',
  'add_tags',
  'remove_tags',
  'set_priority',
  'set_status',
  'snooze',
  'add_note',
  'send_reply',
])
export type RuleActionKind = z.infer<typeof RuleActionKind>
export const RuleAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('assign'), assignee_id: Id }),
  z.object({ kind: z.literal('assign_team'), team_id: Id }),
  z.object({
    kind: z.literal('add_tags'),
    tag_ids: z.array(Id).check(z.minLength(1), z.maxLength(tagsPerConversationMax)),
  }),
  z.object({
    kind: z.literal('remove_tags'),
    tag_ids: z.array(Id).check(z.minLength(1), z.maxLength(tagsPerConversationMax)),
  }),
  z.object({ kind: z.literal('set_priority'), priority: Priority }),
  z.object({ kind: z.literal('set_status'), status: z.enum(['open', 'resolved', 'spam']) }),
  z.object({
    kind: z.literal('snooze'),
    snooze_min: z.int().check(z.gte(1), z.lte(ruleSnoozeMax_min)),
  }),
  /** For the team alone. */
  z.object({ kind: z.literal('add_note'), body: text(1, ruleNoteCharsMax) }),
  /** To the customer, as an automatic reply: a canned reply of the team's. */
  z.object({ kind: z.literal('send_reply'), canned_reply_id: Id }),
])
export type RuleAction = z.infer<typeof RuleAction>

/** Fields of the inbox filter whose meaning doesn't depend on the caller. */
const RuleFilter = z.pick(ConversationFilter, {
  status: true,
  handler: true,
  assignee: true,
  locale: true,
  priority: true,
  team: true,
  tag: true,
})
export type RuleFilter = z.infer<typeof RuleFilter>

const RuleMatch = z.enum(['all', 'any'])
const RuleHours = z.enum(['outside', 'within'])
/** When the rule is looked at, and of which conversations it speaks. Without a condition it speaks of all. */
const RuleQuestion = z.object({
  event: RuleEvent,
  /** Minutes; of `no_reply` alone. */
  wait_min: z._default(z.nullable(z.int().check(z.gte(1), z.lte(ruleWaitMax_min))), null),
  /** Whether every condition has to hold, or one of them. */
  match: z._default(RuleMatch, 'all'),
  filter: z._default(RuleFilter, {}),
  /** The message has a word that begins so, whatever its case and diacritics; one of several is enough. */
  words: z._default(z.array(text(1, ruleTermCharsMax)).check(z.maxLength(ruleTermsMax)), []),
  /** A part of the address of the page the customer wrote from first; empty: any. */
  page: z._default(text(0, 200), ''),
  /** By the workspace's opening hours; null: at any time. */
  hours: z._default(z.nullable(RuleHours), null),
})

export const Rule = z.object({
  id: Id,
  integration_id: Id,
  name: z.string(),
  is_on: z.boolean(),
  event: RuleEvent,
  wait_min: z.nullable(z.int()),
  match: RuleMatch,
  /** As URL parameters: see `parseFilter`. */
  filter: z.record(z.string(), z.string()),
  words: z.array(z.string()),
  page: z.string(),
  hours: z.nullable(RuleHours),
  actions: z.array(RuleAction),
  /** Where it has acted, no rule after it is looked at. */
  stops: z.boolean(),
  /** Grows with every change, so that an older event never overwrites a newer one. */
  version: z.int(),
})
export type Rule = z.infer<typeof Rule>

/** In the order in which they are looked at. */
export const listRules = route({
  method: 'GET',
  path: '/api/integration/:integration_id/rule',
  output: z.array(Rule),
  problems: ['not_found'],
})
/**
 * Creates the rule with this id as the last one, or updates it in place. The same call restores a deleted rule.
 * It applies to events from then on.
 * @throws Problem `invalid_input` on `name`: there are `rulesMax`; on `wait_min`: required by `no_reply`; on
 * `filter` or `actions.0.…`: a referenced item doesn't exist
 */
export const saveRule = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/rule/:rule_id',
  input: z.extend(RuleQuestion, {
    name: text(1, ruleNameCharsMax),
    is_on: z._default(z.boolean(), true),
    actions: z.array(RuleAction).check(z.minLength(1, 'required'), z.maxLength(ruleActionsMax)),
    stops: z._default(z.boolean(), false),
  }),
  output: Rule,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteRule = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/rule/:rule_id',
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
/** Puts the named ones in this order; whichever is not named keeps its place. */
export const reorderRules = route({
  method: 'POST',
  path: '/api/integration/:integration_id/rule-order',
  input: z.object({ ids: z.array(Id).check(z.maxLength(rulesMax)) }),
  output: z.array(Rule),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** A conversation as a list of them names it. */
const Named = z.object({
  conversation_id: Id,
  number: z.int(),
  contact: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  subject: z.string(),
  status: ConversationStatus,
})
export const RuleDryRun = z.object({
  looked_at: z.int(),
  /** Newest first: when it would have acted last. */
  items: z.array(z.extend(Named, { at: Time })),
})
export type RuleDryRun = z.infer<typeof RuleDryRun>
/**
 * In which of the newest `ruleDryRunSize` conversations the rule would have acted. Changes nothing. Messages,
 * events and hours are evaluated as they were, the fields of `filter` as they are now.
 */
export const dryRunRule = route({
  method: 'POST',
  path: '/api/integration/:integration_id/rule-trial',
  input: RuleQuestion,
  output: RuleDryRun,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** What became of one action. */
export const RuleRunAction = z.object({
  kind: RuleActionKind,
  /** `unchanged`: it was so already. */
  outcome: z.enum(['done', 'unchanged', 'failed']),
  /** Why it failed: a refusal's code, such as `not_a_member`. */
  problem: z.optional(z.string()),
})
export type RuleRunAction = z.infer<typeof RuleRunAction>
export const RuleRun = z.extend(Named, {
  id: Id,
  at: Time,
  event: RuleEvent,
  /**
   * `loop`: it would have acted, but its own doing, or `ruleChainMax` rules before it, had set it off; then nothing
   * was done.
   */
  outcome: z.enum(['acted', 'loop']),
  acts: z.array(RuleRunAction),
})
export type RuleRun = z.infer<typeof RuleRun>
/** Newest first; of the last `ruleRunDays` days. */
export const listRuleRuns = route({
  method: 'GET',
  path: '/api/integration/:integration_id/rule/:rule_id/run',
  input: z.object({
    /** From the page before; opaque. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 100, 20),
  }),
  output: z.object({ items: z.array(RuleRun), next: z.nullable(z.string()) }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const RuleStats = z.object({
  /** Runs of the last `ruleRunDays` days. */
  runs: z.int(),
  /** Those of them in which something failed, or a loop was cut. */
  failed: z.int(),
  last_at: Time,
})
export type RuleStats = z.infer<typeof RuleStats>
/** By rule id; one that has not run is left out. */
export const getRuleStats = route({
  method: 'GET',
  path: '/api/integration/:integration_id/rule-figures',
  output: z.record(z.string(), RuleStats),
  problems: ['not_found', 'forbidden'],
})

/** A rule is new, or has changed: see `applyRuleSaved`. */
export const ruleSaved = event('RuleSaved', { data: Rule, channel: workspaceChannel })
/** See `applyRuleDeleted`. */
export const ruleDeleted = event('RuleDeleted', {
  data: z.object({ id: Id, integration_id: Id }),
  channel: workspaceChannel,
})
/** All rules in their new order: see `applyRulesReordered`. */
export const rulesReordered = event('RulesOrdered', {
  data: z.object({ integration_id: Id, ids: z.array(Id) }),
  channel: workspaceChannel,
})
/** Rules have run. Clients that show their results reload them. */
export const rulesExecuted = event('RulesRan', {
  data: z.object({ integration_id: Id, rule_ids: z.array(Id) }),
  channel: workspaceChannel,
  is_ephemeral: true,
})
