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

/** Replays the entries of a conversation, and collects its triggers in order. */
class Replay {
  readonly moments: Moment[] = []
  readonly #wait_ms: number
  #text = ''
  #isResolved = false
  #isTeams: boolean
  #waits_since: number | undefined

  constructor(wait_ms: number, isTeams: boolean) {
    this.#wait_ms = wait_ms
    this.#isTeams = isTeams
  }

  add(entry: store.Entry): void {
    const { author, kind, body, sent_at } = entry
    const at = Date.parse(sent_at)
    if (kind === 'text' && author === 'contact') this.#text = body
    for (const event of ruleEventsOf(entry)) this.#push(event, at)
    // Older threads have no event for being reopened by a message.
    if (this.#isResolved && kind === 'text') this.#push('status_changed', at)
    this.#updateState(entry, at)
  }

  endWait(at: number): void {
    const since = this.#waits_since
    if (since !== undefined && at - since >= this.#wait_ms) this.#push('no_reply', since + this.#wait_ms)
    this.#waits_since = undefined
  }

  #push(event: RuleEvent, at: number): void {
    this.moments.push({ event, at, text: this.#text })
  }

  #updateState({ author, kind, details }: store.Entry, at: number): void {
    if (kind === 'text') {
      this.#isResolved = false
      if (author === 'contact') {
        if (this.#isTeams) this.#waits_since ??= at
      } else {
        this.#isTeams = true
        this.endWait(at)
      }
    } else if (kind === 'hand_over') {
      this.#isTeams = true
      this.#waits_since ??= at
    } else if (details.event === 'taken_over') {
      this.#isTeams = true
    } else if (details.event === 'handed_back') {
      this.#isTeams = false
      this.endWait(at)
    } else if (details.status) {
      this.#isResolved = details.status === 'resolved'
      if (details.status !== 'open') this.endWait(at)
    }
  }
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
  const isTeams = row.handler === 'team' && row.hand_over_at === null
  const replay = new Replay((wait_min ?? 0) * minute_ms, isTeams)
  for (const entry of entries) replay.add(entry)
  if (row.status === 'open' && row.waiting_since) replay.endWait(now)
  return replay.moments
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
