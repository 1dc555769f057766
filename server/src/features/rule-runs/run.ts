import { type Conversation, type Rule, ruleChainMax, rulesExecuted } from '@ozvi/contract'
import { findLastCustomerText, listConversationsById, lockConversation } from '#features/conversations'
import { findHours } from '#features/hours'
import { listRulesFor } from '#features/rules'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { runActions } from './actions.ts'
import { matchesRule } from './match-rule.ts'
import * as store from './store.ts'

interface Key {
  integration_id: string
  conversation_id: string
}

/**
 * Runs the rules for everything that has happened to a conversation, in order. A trigger is deleted in the
 * transaction of its actions, so each runs exactly once, however often this is called.
 */
export async function runRules(ctx: Context, key: Key): Promise<void> {
  const ran = new Set<string>()
  for (;;) {
    const rule_ids = await ctx.transaction((tx) => runTrigger(ctx, tx, key))
    if (!rule_ids) break
    for (const id of rule_ids) ran.add(id)
  }
  const { integration_id } = key
  if (ran.size > 0) ctx.broadcast(rulesExecuted, { integration_id, rule_ids: [...ran] }, { integration_id })
}

/** Whether a rule still waits for a reply: not after one was sent, or while the conversation is snoozed. */
const isStillWaiting = ({ wait_min }: Rule, { status, handler, waiting_since }: Conversation, now: number) =>
  status === 'open' &&
  handler === 'team' &&
  waiting_since !== null &&
  Date.parse(waiting_since) + (wait_min ?? 0) * 60_000 <= now

/** @returns the rules that ran; undefined if there is no trigger left */
async function runTrigger(ctx: Context, tx: Tx, key: Key): Promise<string[] | undefined> {
  const { integration_id, conversation_id } = key
  const trigger = await store.claimTrigger(tx, key)
  if (!trigger) return undefined
  const rules = await listRulesFor(tx, integration_id, trigger.event, trigger.rule_id)
  if (rules.length === 0) return []
  await lockConversation(tx, key)
  const hours = await findHours(tx, integration_id)
  const text = await findLastCustomerText(tx, key, trigger.seq)
  const read = async () => (await listConversationsById(tx, integration_id, [conversation_id]))[0]
  const ran: string[] = []
  for (const rule of rules) {
    // Read again: an earlier rule may have changed it.
    const row = await read()
    // Merged in the meantime: the target has its own triggers.
    if (!row || row.merged_into_id) return ran
    if (trigger.event === 'no_reply' && !isStillWaiting(rule, row, ctx.now())) continue
    if (!matchesRule(rule, { row, text, at: Date.parse(trigger.at), hours })) continue
    const isLoop = trigger.rules.includes(rule.id) || trigger.depth >= ruleChainMax
    const caused_by = { rules: [...trigger.rules, ...ran, rule.id], depth: trigger.depth + 1 }
    const actor = { integration_id, user_id: null, name: rule.name, caused_by }
    await store.insertRun(tx, {
      ...key,
      rule_id: rule.id,
      event: trigger.event,
      at: isoNow(ctx),
      outcome: isLoop ? 'loop' : 'acted',
      actions: isLoop ? [] : await runActions(ctx, tx, actor, rule, read),
    })
    ran.push(rule.id)
    if (rule.stop_after && !isLoop) break
  }
  return ran
}
