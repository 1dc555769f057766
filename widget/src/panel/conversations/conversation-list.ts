import type { VisitorConversation } from '@ozvi/contract'
import { applyVisitorConversationChanged } from '@ozvi/contract/reducers'
import {
  listVisitorConversations,
  markVisitorDelivered,
  markVisitorSeen,
  visitorConversationsMax,
} from '@ozvi/contract/visitors'
import type { Call } from '../calls.ts'

const deliverAfter_ms = 500

interface ListOptions {
  call: Call
  /** Newest message first. */
  onChange: (rows: VisitorConversation[]) => void
  /** Called with each row from the server, whose thread may have to be refetched. */
  onRow: (row: VisitorConversation) => void
  /** The conversation was deleted. */
  onRemoved: (conversation_id: string) => void
}

/**
 * The visitor's conversations. Requests and events deliver rows in any order, so older versions of a row are
 * ignored.
 */
export function createConversationList({ call, onChange, onRow, onRemoved }: ListOptions) {
  let rows: VisitorConversation[] = []
  const set = (next: VisitorConversation[]) => {
    rows = next
    onChange(rows)
  }
  const find = (id: string) => rows.find((row) => row.id === id)

  function applyRows(incoming: readonly VisitorConversation[]) {
    let next = rows
    for (const row of incoming) {
      const current = next.find(({ id }) => id === row.id)
      next = applyVisitorConversationChanged(next, {
        ...row,
        seen_seq: Math.max(row.seen_seq, current?.seen_seq ?? 0), // marked here, not yet known to the server
        team_seen_seq: Math.max(row.team_seen_seq, current?.team_seen_seq ?? 0),
      })
    }
    set(next)
    for (const row of incoming) onRow(row)
  }
  /** Advances a side's seen mark; never backwards. */
  function applySeen(conversation_id: string, side: 'team' | 'visitor', seq: number) {
    const field = side === 'team' ? 'team_seen_seq' : 'seen_seq'
    const row = find(conversation_id)
    if (row && seq > row[field]) set(rows.map((each) => (each === row ? { ...row, [field]: seq } : each)))
  }
  /** Deleted by the team. */
  function remove(conversation_id: string) {
    onRemoved(conversation_id)
    set(rows.filter(({ id }) => id !== conversation_id))
  }
  const sendSeen = (conversation_id: string, seq: number) =>
    void call(markVisitorSeen, { conversation_id, seq }).catch(() => undefined) // repeated with the next read

  const delivered = new Map<string, number>()
  /** Reports a thread as delivered up to `seq`. Not needed for what is seen right after. */
  function deliver(conversation_id: string, seq: number) {
    if (seq <= (delivered.get(conversation_id) ?? 0)) return
    delivered.set(conversation_id, seq)
    setTimeout(() => {
      const seen_seq = find(conversation_id)?.seen_seq ?? seq
      if (seen_seq >= seq || delivered.get(conversation_id) !== seq) return
      // An error is harmless: the next message sends it again, and `seen` implies it.
      void call(markVisitorDelivered, { conversation_id, seq }).catch(() => undefined)
    }, deliverAfter_ms)
  }

  return {
    deliver,
    has: (id: string) => find(id) !== undefined,
    applyRows,
    see: applySeen,
    remove,
    /** Loads the list and reports seen marks the server doesn't know yet. */
    async refresh() {
      const before = rows
      const incoming = await call(listVisitorConversations, {})
      applyRows(incoming)
      // Missing conversations were deleted, unless the list is truncated.
      if (incoming.length < visitorConversationsMax)
        for (const { id } of before) if (!incoming.some((row) => row.id === id)) remove(id)
      for (const { id, seen_seq } of incoming) {
        const seq = find(id)?.seen_seq ?? 0
        if (seq > seen_seq) sendSeen(id, seq)
      }
    },
    /** Marks all messages up to `seq` as seen. */
    markSeen(conversation_id: string, seq: number) {
      const row = find(conversation_id)
      if (!row || seq <= row.seen_seq) return
      applySeen(conversation_id, 'visitor', seq)
      sendSeen(conversation_id, seq)
    },
    clear: () => set([]),
  }
}
