import { followMoves } from '#features/notifications'
import type { Context, Tx } from '#platform/context/context.ts'
import * as dealStore from './deal-store.ts'
import { lastWords } from '../messages/last-words.ts'
import * as readStore from '../reading/read-store.ts'
import type { ConversationRow } from '../record/rows.ts'
import * as store from '../record/store.ts'

/*
 * Redistributes entries over conversations. Each conversation continues counting after its last `seq`, so a
 * `seq` never identifies two entries, and its first new entry has no predecessor. A client that holds the old
 * thread sees a gap at the next entry, reads again and drops the old entries.
 */

type Standing = dealStore.Standing
/**
 * A locked conversation and its new entries, in order. All of its previous entries must appear in some plan.
 */
export interface Hand {
  to: ConversationRow
  entries: readonly Standing[]
}

/** Sorts by time but keeps each conversation's own order, because clocks can jump back. */
export function inOrderOfTime(entries: readonly Standing[]): Standing[] {
  const latest = new Map<string, string>()
  const timed = entries.map((entry) => {
    const before = latest.get(entry.conversation_id) ?? ''
    const at = entry.sent_at > before ? entry.sent_at : before
    latest.set(entry.conversation_id, at)
    return { entry, at }
  })
  return timed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ entry }) => entry)
}

/** Returns the new `seq` up to which someone has read, given how far they had read in each source. */
function readUpTo({ to, entries }: Hand, seen: ReadonlyMap<string, number>, ofVisitor = false): number {
  const first = entries.findIndex(
    ({ conversation_id, seq, is_visible }) =>
      seq > (seen.get(conversation_id) ?? 0) && (is_visible || !ofVisitor),
  )
  return to.last_seq + (first === -1 ? entries.length : first)
}

function movesOf({ to, entries }: Hand): dealStore.Move[] {
  let visitor_prev = 0
  return entries.map(({ conversation_id, seq, is_visible }, at) => {
    const to_seq = to.last_seq + at + 1
    const move = {
      from_id: conversation_id,
      from_seq: seq,
      to_id: to.id,
      to_seq,
      visitor_prev,
      is_first: at === 0,
    }
    if (is_visible) visitor_prev = to_seq
    return move
  })
}

/**
 * Moves entries as planned, together with their versions, files, read cursors, notifications, mentions and
 * list previews. Emits nothing: an event message in each conversation follows in the same transaction.
 */
export async function deal(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  hands: readonly Hand[],
): Promise<void> {
  const ids = hands.map(({ to }) => to.id)
  const reads = await dealStore.listReads(tx, integration_id, ids)
  const moves = hands.flatMap(movesOf)
  await dealStore.moveEntries(tx, integration_id, moves)
  const numbers = new Map(hands.map(({ to }) => [to.id, to.number]))
  await followMoves(
    ctx,
    tx,
    integration_id,
    moves.map((move) => ({ ...move, number: numbers.get(move.to_id) ?? 0 })),
  )
  const seenBy = (side: 'visitor_seen_seq' | 'visitor_delivered_seq' | 'team_seen_seq') =>
    new Map(hands.map(({ to }) => [to.id, to[side]] as const))
  const readers = [...new Set(reads.map(({ user_id }) => user_id))]
  for (const hand of hands) {
    const { to, entries } = hand
    const key = { integration_id, conversation_id: to.id }
    const lastVisible = entries.findLastIndex(({ is_visible }) => is_visible)
    await store.updateConversation(
      tx,
      key,
      {
        last_seq: to.last_seq + entries.length,
        first_seq: to.last_seq + 1,
        last_visitor_seq: lastVisible === -1 ? 0 : to.last_seq + lastVisible + 1,
        visitor_seen_seq: readUpTo(hand, seenBy('visitor_seen_seq'), true),
        visitor_delivered_seq: readUpTo(hand, seenBy('visitor_delivered_seq'), true),
        team_seen_seq: readUpTo(hand, seenBy('team_seen_seq')),
        mentioned_ids: [...new Set(entries.flatMap(({ mentions }) => mentions))],
        // The entry it refers to has a new `seq`.
        woken_seq: null,
        has_moved: true,
        ...dealStore.factsOfEntries,
        ...(entries.length > 0 ? await wordsOf(tx, key) : {}),
      },
      { even_merged: true },
    )
    for (const user_id of readers) {
      const own = reads.filter((read) => read.user_id === user_id)
      const seen = new Map(own.map(({ conversation_id, seq }) => [conversation_id, seq]))
      await readStore.setRead(tx, key, user_id, readUpTo(hand, seen))
    }
  }
}

async function wordsOf(tx: Tx, key: store.Key): Promise<store.Changes> {
  const { words, times } = await lastWords(tx, key)
  return { ...words, ...times }
}
