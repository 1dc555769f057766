import {
  type Conversation,
  type Input,
  type RuleEvent,
  type RuleDryRun,
  ruleDryRunSize,
  type Schedule,
  minute_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { listConversationsById, ruleEventsOf } from '#features/conversations'
import { findHours } from '#features/hours'
import type { MemberActor } from '#features/integrations'
import { checkQuestion, storedFilter } from '#features/rules'
import type { Context } from '#platform/context/context.ts'
import { type Conditions, matchesRule } from './match-rule.ts'
import * as store from './store.ts'

/** An event of a conversation, derived from its entries. */
interface Moment {
  event: RuleEvent
  at: number
  text: string
}

/**
 * The triggers of a conversation, in order.
 *
 * @param entries of this conversation, oldest first
 * @param wait_min duration of a wait
 */
function momentsOf(
  row: Conversation,
  entries: readonly store.Entry[],
  wait_min: number | null,
  now: number,
): Moment[] {
  const moments: Moment[] = []
  let text = ''
  let isResolved = false
  let isTeams = row.handler === 'team' && row.hand_over_at === null
  let waits_since: number | undefined
  const wait_ms = (wait_min ?? 0) * minute_ms
  const endWait = (at: number) => {
    if (waits_since !== undefined && at - waits_since >= wait_ms)
      moments.push({ event: 'no_reply', at: waits_since + wait_ms, text })
    waits_since = undefined
  }
  for (const entry of entries) {
    const { author, kind, details, body, sent_at } = entry
    const at = Date.parse(sent_at)
    if (kind === 'text' && author === 'contact') text = body
    for (const event of ruleEventsOf(entry)) moments.push({ event, at, text })
    // Older threads have no event for being reopened by a message.
    if (isResolved && kind === 'text') moments.push({ event: 'status_changed', at, text })
    if (kind === 'text' && author === 'contact') {
      isResolved = false
      if (isTeams) waits_since ??= at
    } else if (kind === 'text') {
      isResolved = false
      isTeams = true
      endWait(at)
    } else if (kind === 'hand_over') {
      isTeams = true
      waits_since ??= at
    } else if (details.event === 'taken_over') {
      isTeams = true
    } else if (details.event === 'handed_back') {
      isTeams = false
      endWait(at)
    } else if (details.status) {
      isResolved = details.status === 'resolved'
      if (details.status !== 'open') endWait(at)
    }
  }
  if (row.status === 'open' && row.waiting_since) endWait(now)
  return moments
}

/** When the rule would have run last; undefined if never. */
function lastTime(
  conditions: Conditions & { event: RuleEvent; wait_min: number | null },
  row: Conversation,
  entries: readonly store.Entry[],
  hours: Schedule,
  now: number,
): number | undefined {
  const isOne = (moment: Moment) =>
    moment.event === conditions.event && matchesRule(conditions, { ...moment, row, hours })
  return momentsOf(row, entries, conditions.wait_min, now).findLast(isOne)?.at
}

/** Read only; reports the last match per conversation. */
export async function dryRunRule(
  ctx: Context,
  { integration_id }: MemberActor,
  question: Input<typeof contract.dryRunRule>,
): Promise<RuleDryRun> {
  checkQuestion(question)
  const conditions = { ...question, filter: storedFilter(question.filter) }
  const ids = await store.listNewestIds(ctx.db, integration_id, ruleDryRunSize)
  const rows = await listConversationsById(ctx.db, integration_id, ids)
  const entries = Map.groupBy(
    await store.listEntries(ctx.db, integration_id, ids),
    ({ conversation_id }) => conversation_id,
  )
  const hours = await findHours(ctx.db, integration_id)
  const items = rows.flatMap((row) => {
    const at = lastTime(conditions, row, entries.get(row.id) ?? [], hours, ctx.now())
    if (at === undefined) return []
    const { id: conversation_id, number, subject, status } = row
    const { id, name, email } = row.contact
    return [
      {
        conversation_id,
        number,
        contact: { id, name, email },
        subject,
        status,
        at: new Date(at).toISOString(),
      },
    ]
  })
  return { checked_count: rows.length, items: items.toSorted((a, b) => (a.at < b.at ? 1 : -1)) }
}
