import { compareText } from '@ozvi/contract'
import { moveNotifications } from '#features/notifications'
import type { Context, Tx } from '#platform/context/context.ts'
import * as reorderStore from './reorder-store.ts'
import { lastMessageSummary } from '../messages/last-message.ts'
import * as readStore from '../reading/read-store.ts'
import type { ConversationRow } from '../record/rows.ts'
import * as store from '../record/store.ts'

/*
 * Redistributes entries over conversations. Each conversation continues counting after its last `seq`, so a
 * `seq` never identifies two entries, and its first new entry has no predecessor. A client that holds the old
 * thread sees a gap at the next entry, reads again and drops the old entries.
 */

type ThreadEntry = reorderStore.ThreadEntry
/**
 * A locked conversation and its new entries, in order. All of its previous entries must appear in some plan.
 */
export interface ReorderPlan {
  to: ConversationRow
  entries: readonly ThreadEntry[]
}

/** Sorts by time but keeps each conversation's own order, because clocks can jump back. */
export function sortByTime(entries: readonly ThreadEntry[]): ThreadEntry[] {
  const latest = new Map<string, string>()
  const timed = entries.map((entry) => {
    const previous = latest.get(entry.conversation_id) ?? ''
    const at = entry.sent_at > previous ? entry.sent_at : previous
    latest.set(entry.conversation_id, at)
    return { entry, at }
  })
  return timed.sort((a, b) => compareText(a.at, b.at)).map(({ entry }) => entry)
}

/** Returns the new `seq` up to which someone has read, given how far they had read in each source. */
function readUpTo(
  { to, entries }: ReorderPlan,
  seen: ReadonlyMap<string, number>,
  ofVisitor = false,
): number {
  const first = entries.findIndex(
    ({ conversation_id, seq, is_visible }) =>
      seq > (seen.get(conversation_id) ?? 0) && (is_visible || !ofVisitor),
  )
  return to.last_seq + (first === -1 ? entries.length : first)
}

function movesOf({ to, entries }: ReorderPlan): reorderStore.EntryMove[] {
  let visitor_prev = 0
  return entries.map(({ conversation_id, seq, is_visible }, index) => {
    const to_seq = to.last_seq + index + 1
    const move = {
      from_id: conversation_id,
      from_seq: seq,
      to_id: to.id,
      to_seq,
      visitor_prev,
      is_first: index === 0,
    }
    if (is_visible) visitor_prev = to_seq
    return move
  })
}

/**
 * Moves entries as planned, together with their versions, files, read cursors, notifications, mentions and
 * list previews. Emits nothing: an event message in each conversation follows in the same transaction.
 */
export async function reorder(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  hands: readonly ReorderPlan[],
): Promise<void> {
  const ids = hands.map(({ to }) => to.id)
  const reads = await reorderStore.listReads(tx, integration_id, ids)
  const moves = hands.flatMap(movesOf)
  await reorderStore.moveEntries(tx, integration_id, moves)
  const numbers = new Map(hands.map(({ to }) => [to.id, to.number]))
  await moveNotifications(
    ctx,
    tx,
    integration_id,
    moves.map((move) => ({ ...move, number: numbers.get(move.to_id) ?? 0 })),
  )
  const seenBy = (side: 'visitor_seen_seq' | 'visitor_delivered_seq' | 'team_seen_seq') =>
    new Map(hands.map(({ to }) => [to.id, to[side]] as const))
  const readers = [...new Set(reads.map(({ user_id }) => user_id))]
  for (const plan of hands) {
    const { to, entries } = plan
    const key = { integration_id, conversation_id: to.id }
    const lastVisible = entries.findLastIndex(({ is_visible }) => is_visible)
    await store.updateConversation(
      tx,
      key,
      {
        last_seq: to.last_seq + entries.length,
        first_seq: to.last_seq + 1,
        last_visitor_seq: lastVisible === -1 ? 0 : to.last_seq + lastVisible + 1,
        visitor_seen_seq: readUpTo(plan, seenBy('visitor_seen_seq'), true),
        visitor_delivered_seq: readUpTo(plan, seenBy('visitor_delivered_seq'), true),
        team_seen_seq: readUpTo(plan, seenBy('team_seen_seq')),
        mentioned_ids: [...new Set(entries.flatMap(({ mentions }) => mentions))],
        // The entry it refers to has a new `seq`.
        unsnoozed_seq: null,
        has_moved_messages: true,
        ...reorderStore.metricsOfEntries,
        ...(entries.length > 0 ? await textsOf(tx, key) : {}),
      },
      { even_merged: true },
    )
    for (const user_id of readers) {
      const own = reads.filter((read) => read.user_id === user_id)
      const seen = new Map(own.map(({ conversation_id, seq }) => [conversation_id, seq]))
      await readStore.setRead(tx, key, user_id, readUpTo(plan, seen))
    }
  }
}

async function textsOf(tx: Tx, key: store.Key): Promise<store.Changes> {
  const { words, times } = await lastMessageSummary(tx, key)
  return { ...words, ...times }
}
