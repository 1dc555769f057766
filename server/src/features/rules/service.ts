import {
  type FieldErrorCode,
  type Input,
  Problem,
  type Rule,
  type RuleAction,
  ruleDeleted,
  ruleSaved,
  rulesMax,
  rulesReordered,
  serializeFilter,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { findReply } from '#features/canned-replies'
import { findAssignee, type MemberActor } from '#features/integrations'
import { isScenario } from '#features/scenarios'
import { hasTags } from '#features/tags'
import { findTeam } from '#features/teams'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { applyOrder } from '#platform/reorder.ts'
import * as store from './store.ts'

export const listRules = (ctx: Context, { integration_id }: MemberActor) =>
  store.listRules(ctx.db, integration_id)

/** The action field that refers to something that doesn't exist, and the error. */
async function missing(
  db: Db,
  integration_id: string,
  action: RuleAction,
): Promise<[string, FieldErrorCode] | undefined> {
  switch (action.kind) {
    case 'assign': {
      const assignee = await findAssignee(db, integration_id, action.assignee_id)
      return typeof assignee === 'string' ? ['assignee_id', assignee] : undefined
    }
    case 'assign_team':
      return (await findTeam(db, { integration_id, team_id: action.team_id }))
        ? undefined
        : ['team_id', 'team_unknown']
    case 'add_tags':
      return (await hasTags(db, integration_id, action.tag_ids)) ? undefined : ['tag_ids', 'tag_unknown']
    case 'send_reply': {
      const reply = await findReply(db, { integration_id, canned_reply_id: action.canned_reply_id })
      return reply?.owner_id === null ? undefined : ['canned_reply_id', 'reply_unknown']
    }
    case 'start_scenario':
      return (await isScenario(db, { integration_id, scenario_id: action.scenario_id }))
        ? undefined
        : ['scenario_id', 'scenario_unknown']
    default:
      return undefined
  }
}

type Question = Pick<Input<typeof contract.saveRule>, 'event' | 'wait_min' | 'filter'>
/** @throws Problem `invalid_input` on `wait_min`, or on `filter` if it depends on the viewer */
export function checkQuestion({ event, wait_min, filter }: Question): void {
  if (event === 'no_reply' && wait_min === null) throw validationError('wait_min', 'required')
  if (filter.assignee?.includes('me')) throw validationError('filter', 'choice_invalid')
}

/** A filter in its stored form. */
export const storedFilter = (filter: Question['filter']): Rule['filter'] =>
  Object.fromEntries(Object.entries(serializeFilter(filter)))

export const saveRule = (
  ctx: Context,
  actor: MemberActor,
  { rule_id, ...rule }: Input<typeof contract.saveRule>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    checkQuestion(rule)
    await store.lockRules(tx, integration_id)
    for (const [position, action] of rule.actions.entries()) {
      const fieldError = await missing(tx, integration_id, action)
      if (fieldError) throw validationError(`actions.${position}.${fieldError[0]}`, fieldError[1])
    }
    const before = await store.findRule(tx, { integration_id, rule_id })
    if (!before && (await store.listRules(tx, integration_id)).length >= rulesMax)
      throw validationError('name', `too_many:${rulesMax}`)
    const { name, is_on, event, match, words: terms, page, hours, actions, stop_after } = rule
    const saved = await store.upsertRule(
      tx,
      {
        id: rule_id,
        integration_id,
        name,
        is_on,
        event,
        wait_min: event === 'no_reply' ? rule.wait_min : null,
        match,
        filter: storedFilter(rule.filter),
        words: terms,
        page,
        hours,
        actions,
        stop_after,
      },
      isoNow(ctx),
    )
    await record(ctx, tx, actor, { action: before ? 'rule_changed' : 'rule_created', subject: name })
    tx.emit(ruleSaved, saved)
    return saved
  })

export const reorderRules = (
  ctx: Context,
  actor: MemberActor,
  { ids }: Input<typeof contract.reorderRules>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    await store.lockRules(tx, integration_id)
    const rules = await store.listRules(tx, integration_id)
    const next = applyOrder(rules, ids)
    for (const [position, { id }] of next.entries())
      await store.positionRule(tx, { integration_id, rule_id: id }, position + 1)
    if (next.some(({ id }, position) => rules[position]?.id !== id)) {
      await record(ctx, tx, actor, { action: 'rules_ordered' })
      tx.emit(rulesReordered, { integration_id, ids: next.map(({ id }) => id) })
    }
    return next
  })

export const deleteRule = (
  ctx: Context,
  actor: MemberActor,
  { rule_id }: Input<typeof contract.deleteRule>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    const deleted = await store.deleteRuleRow(tx, { integration_id, rule_id })
    if (!deleted) throw new Problem('not_found')
    await record(ctx, tx, actor, { action: 'rule_deleted', subject: deleted.name })
    tx.emit(ruleDeleted, { id: rule_id, integration_id })
    return null
  })
