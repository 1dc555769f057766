import type { Rule, RuleAction, RuleActionKind } from '@ozvi/contract'
import type { RuleInput } from './data.ts'

/* A rule being edited: all values as in the form. */

export const filterFields = ['status', 'handler', 'assignee', 'team', 'tag', 'priority', 'locale'] as const
export type FilterCondition = (typeof filterFields)[number]
export const conditionNames = [...filterFields, 'words', 'page', 'hours'] as const
export type ConditionName = (typeof conditionNames)[number]
export const isFilterCondition = (name: ConditionName): name is FilterCondition =>
  filterFields.some((field) => field === name)

export interface DraftAction {
  /** Identifies a row while rows are added and removed. */
  key: number
  action: RuleAction
}
export interface Draft extends Omit<
  RuleInput,
  'wait_min' | 'filter' | 'words' | 'page' | 'hours' | 'actions'
> {
  is_on: boolean
  stop_after: boolean
  match: Rule['match']
  wait_min: string
  /** Visible conditions, in the order added. */
  conditions: ConditionName[]
  filter: Record<string, string>
  /** Comma-separated. */
  words: string
  page: string
  hours: NonNullable<Rule['hours']>
  actions: DraftAction[]
}

let keys = 0
const keyed = (action: RuleAction): DraftAction => ({ key: ++keys, action })

/** Matches every customer message. */
const newRule: Draft = {
  name: '',
  is_on: true,
  event: 'customer_message',
  wait_min: '30',
  match: 'all',
  conditions: [],
  filter: {},
  words: '',
  page: '',
  hours: 'outside',
  actions: [],
  stop_after: false,
}

/** @param rule undefined for a new one */
export function draftOf(rule: Rule | undefined): Draft {
  if (!rule) return newRule
  const isUsed = (name: ConditionName) => {
    if (name === 'words') return rule.words.length > 0
    return name === 'page' || name === 'hours' ? Boolean(rule[name]) : rule.filter[name] !== undefined
  }
  return {
    name: rule.name,
    is_on: rule.is_on,
    event: rule.event,
    wait_min: String(rule.wait_min ?? newRule.wait_min),
    match: rule.match,
    conditions: conditionNames.filter(isUsed),
    filter: rule.filter,
    words: rule.words.join(', '),
    page: rule.page,
    hours: rule.hours ?? newRule.hours,
    actions: rule.actions.map(keyed),
    stop_after: rule.stop_after,
  }
}

/** A new action; parameters without a first choice are empty. */
export function newAction(
  kind: RuleActionKind,
  first: { person: string; team: string; reply: string; scenario: string },
) {
  const actions: Record<RuleActionKind, RuleAction> = {
    assign: { kind: 'assign', assignee_id: first.person },
    assign_team: { kind: 'assign_team', team_id: first.team },
    add_tags: { kind: 'add_tags', tag_ids: [] },
    remove_tags: { kind: 'remove_tags', tag_ids: [] },
    set_priority: { kind: 'set_priority', priority: 'high' },
    set_status: { kind: 'set_status', status: 'resolved' },
    snooze: { kind: 'snooze', snooze_min: 1_440 },
    add_note: { kind: 'add_note', body: '' },
    send_reply: { kind: 'send_reply', canned_reply_id: first.reply },
    start_scenario: { kind: 'start_scenario', scenario_id: first.scenario },
  }
  return keyed(actions[kind])
}

/** The conditions as input: for a dry run, or as part of the rule. */
export function questionOf({ event, wait_min, match, conditions, filter, words, page, hours }: Draft) {
  const has = (name: ConditionName) => conditions.includes(name)
  const usedFields = filterFields.filter((name) => has(name) && filter[name])
  return {
    event,
    wait_min: event === 'no_reply' ? Number(wait_min) || null : null,
    match,
    filter: Object.fromEntries(usedFields.map((name) => [name, filter[name] ?? ''])),
    words: has('words')
      ? words
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean)
      : [],
    page: has('page') ? page.trim() : '',
    hours: has('hours') ? hours : null,
  }
}
export function ruleOf(draft: Draft): RuleInput {
  const { name, is_on, stop_after, actions } = draft
  return { ...questionOf(draft), name, is_on, stop_after, actions: actions.map(({ action }) => action) }
}
