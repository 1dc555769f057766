import type { VisitorConversation } from '@ozvi/contract'
import { applyVisitorConversationChanged } from '@ozvi/contract/reducers'
import { visitorConversationsMax } from '@ozvi/contract/visitor-calls'
import type { Call } from './calls.ts'

const deliverAfter_ms = 500

interface ListOptions {
  call: Call
  /** Newest message first. */
  onChange: (rows: VisitorConversation[]) => void
  /** A row as the server tells it: its thread may have to catch up. */
  onTold: (row: VisitorConversation) => void
  /** Nothing of it is to be shown any more. */
  onGone: (conversation_id: string) => void
}

/** The visitor's conversations. Rows come by reads and by frames in any order; a row never grows older. */
export function createConversationList({ call, onChange, onTold, onGone }: ListOptions) {
  let rows: VisitorConversation[] = []
  const set = (next: VisitorConversation[]) => {
    rows = next
    onChange(rows)
  }
  const find = (id: string) => rows.find((row) => row.id === id)

  function take(told: readonly VisitorConversation[]) {
    let next = rows
    for (const row of told) {
      const held = next.find(({ id }) => id === row.id)
      next = applyVisitorConversationChanged(next, {
        ...row,
        seen_seq: Math.max(row.seen_seq, held?.seen_seq ?? 0), // marked here, not yet known there
        team_seen_seq: Math.max(row.team_seen_seq, held?.team_seen_seq ?? 0),
      })
    }
    set(next)
    for (const row of told) onTold(row)
  }
  /** Up to `seq` a side has seen the conversation; never less than before. */
  function see(conversation_id: string, side: 'team' | 'visitor', seq: number) {
    const field = side === 'team' ? 'team_seen_seq' : 'seen_seq'
    const row = find(conversation_id)
    if (row && seq > row[field]) set(rows.map((each) => (each === row ? { ...row, [field]: seq } : each)))
  }
  /** The team has deleted it. */
  function remove(conversation_id: string) {
    onGone(conversation_id)
    set(rows.filter(({ id }) => id !== conversation_id))
  }
  const tellSeen = (conversation_id: string, seq: number) =>
    void call('markVisitorSeen', { conversation_id, seq }).catch(() => undefined) // told by the next read

  const delivered = new Map<string, number>()
  /** This browser holds a thread up to `seq`. What is seen in a moment needs no such word. */
  function deliver(conversation_id: string, seq: number) {
    if (seq <= (delivered.get(conversation_id) ?? 0)) return
    delivered.set(conversation_id, seq)
    setTimeout(() => {
      const seen_seq = find(conversation_id)?.seen_seq ?? seq
      if (seen_seq >= seq || delivered.get(conversation_id) !== seq) return
      // Told again with the next message, or by having been seen.
      void call('markVisitorDelivered', { conversation_id, seq }).catch(() => undefined)
    }, deliverAfter_ms)
  }

  return {
    deliver,
    has: (id: string) => find(id) !== undefined,
    take,
    see,
    remove,
    /** Reads the list and tells what the server has not learnt about this visitor's reading. */
    async refresh() {
      const before = rows
      const told = await call('listVisitorConversations', {})
      take(told)
      // What was held and is not told of any more was deleted meanwhile, or there are too many to be told of.
      if (told.length < visitorConversationsMax)
        for (const { id } of before) if (!told.some((row) => row.id === id)) remove(id)
      for (const { id, seen_seq } of told) {
        const seq = find(id)?.seen_seq ?? 0
        if (seq > seen_seq) tellSeen(id, seq)
      }
    },
    /** Everything up to `seq` has been on screen. */
    markSeen(conversation_id: string, seq: number) {
      const row = find(conversation_id)
      if (!row || seq <= row.seen_seq) return
      see(conversation_id, 'visitor', seq)
      tellSeen(conversation_id, seq)
    },
    clear: () => set([]),
  }
}
