import * as z from 'zod/mini'
import { Nothing, queryInt, schemas } from '../api.schema.ts'
import { ConversationStatus, Priority } from '../conversations/conversations.schema.ts'
import { ConversationFilter } from '../conversations/filter.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import {
  ruleActionKinds,
  ruleActionsMax,
  ruleEvents,
  ruleNameCharsMax,
  ruleNoteCharsMax,
  rulesMax,
  ruleSnoozeMax_min,
  ruleTermCharsMax,
  ruleTermsMax,
  ruleWaitMax_min,
} from './rules.ts'
import { tagsPerConversationMax } from '../tags/tags.ts'

export const RuleEvent = z.enum(ruleEvents)
export type RuleEvent = z.infer<typeof RuleEvent>

export const RuleActionKind = z.enum(ruleActionKinds)
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
  /** Visible to the team only. */
  z.object({ kind: z.literal('add_note'), body: text(1, ruleNoteCharsMax) }),
  /** Sends a shared canned reply to the customer, as an automatic reply. */
  z.object({ kind: z.literal('send_reply'), canned_reply_id: Id }),
  /** Starts a published scenario unless another one runs in the conversation. */
  z.object({ kind: z.literal('start_scenario'), scenario_id: Id }),
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
/** When the rule runs, and for which conversations. Without conditions it runs for all. */
const RuleQuestion = z.object({
  event: RuleEvent,
  /** In minutes; for `no_reply` only. */
  wait_min: z._default(z.nullable(z.int().check(z.gte(1), z.lte(ruleWaitMax_min))), null),
  /** Whether all conditions must match, or any of them. */
  match: z._default(RuleMatch, 'all'),
  filter: z._default(RuleFilter, {}),
  /** The message has a word that starts with one of these, ignoring case and diacritics. */
  words: z._default(z.array(text(1, ruleTermCharsMax)).check(z.maxLength(ruleTermsMax)), []),
  /** Part of the URL of the page from which the customer first wrote; empty for any. */
  page: z._default(text(0, 200), ''),
  /** During the workspace's opening hours or outside of them; null for any time. */
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
  /** Whether later rules are skipped when this rule has run. */
  stop_after: z.boolean(),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type Rule = z.infer<typeof Rule>
export const listRules = schemas({
  output: z.array(Rule),
  problems: ['not_found'],
})
export const saveRule = schemas({
  input: z.extend(RuleQuestion, {
    name: text(1, ruleNameCharsMax),
    is_on: z._default(z.boolean(), true),
    actions: z.array(RuleAction).check(z.minLength(1, 'required'), z.maxLength(ruleActionsMax)),
    stop_after: z._default(z.boolean(), false),
  }),
  output: Rule,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteRule = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const reorderRules = schemas({
  input: z.object({ ids: z.array(Id).check(z.maxLength(rulesMax)) }),
  output: z.array(Rule),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** A conversation in a list of results. */
const Named = z.object({
  conversation_id: Id,
  number: z.int(),
  contact: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  subject: z.string(),
  status: ConversationStatus,
})
export const RuleDryRun = z.object({
  checked_count: z.int(),
  /** Newest first, by when the rule would last have run. */
  items: z.array(z.extend(Named, { at: Time })),
})
export type RuleDryRun = z.infer<typeof RuleDryRun>
export const dryRunRule = schemas({
  input: RuleQuestion,
  output: RuleDryRun,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** What became of one action. */
export const RuleRunAction = z.object({
  kind: RuleActionKind,
  /** `unchanged`: the value was set already. */
  outcome: z.enum(['done', 'unchanged', 'failed']),
  /** Why it failed: an error code, such as `not_a_member`. */
  problem: z.optional(z.string()),
})
export type RuleRunAction = z.infer<typeof RuleRunAction>
export const RuleRun = z.extend(Named, {
  id: Id,
  at: Time,
  event: RuleEvent,
  /**
   * `loop`: nothing was done, because the rule was triggered by its own actions or by a chain of `ruleChainMax`
   * rules.
   */
  outcome: z.enum(['acted', 'loop']),
  actions: z.array(RuleRunAction),
})
export type RuleRun = z.infer<typeof RuleRun>
export const listRuleRuns = schemas({
  input: z.object({
    /** The `next` value of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 100, 20),
  }),
  output: z.object({ items: z.array(RuleRun), next: z.nullable(z.string()) }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const RuleStats = z.object({
  /** Runs of the last `ruleRunDays` days. */
  runs: z.int(),
  /** Runs that failed in part or were stopped as a loop. */
  failed: z.int(),
  last_at: Time,
})
export type RuleStats = z.infer<typeof RuleStats>
export const getRuleStats = schemas({
  output: z.record(z.string(), RuleStats),
  problems: ['not_found', 'forbidden'],
})
export const ruleSaved = Rule
export const ruleDeleted = z.object({ id: Id, integration_id: Id })
export const rulesReordered = z.object({ integration_id: Id, ids: z.array(Id) })
export const rulesExecuted = z.object({ integration_id: Id, rule_ids: z.array(Id) })
