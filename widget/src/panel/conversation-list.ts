import type { VisitorConversation } from '@ozvi/contract'
import { applyVisitorConversationChanged } from '@ozvi/contract/reducers'
import { visitorConversationsMax } from '@ozvi/contract/visitor-calls'
import type { Call } from './calls.ts'

const deliverAfter_ms = 500

interface ListOptions {
  call: Call
  /** Newest message first. */
  onChange: (rows: VisitorConversation[]) => void
  /** A row from the server: its thread may be behind. */
  onTold: (row: VisitorConversation) => void
  /** The conversation was deleted. */
  onGone: (conversation_id: string) => void
}

/**
 * The visitor's conversations. Rows arrive by requests and events in any order; older versions change
 * nothing.
 */
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
        seen_seq: Math.max(row.seen_seq, held?.seen_seq ?? 0), // marked here, not yet known to the server
        team_seen_seq: Math.max(row.team_seen_seq, held?.team_seen_seq ?? 0),
      })
    }
    set(next)
    for (const row of told) onTold(row)
  }
  /** Advances a side's seen mark; never backwards. */
  function see(conversation_id: string, side: 'team' | 'visitor', seq: number) {
    const field = side === 'team' ? 'team_seen_seq' : 'seen_seq'
    const row = find(conversation_id)
    if (row && seq > row[field]) set(rows.map((each) => (each === row ? { ...row, [field]: seq } : each)))
  }
  /** Deleted by the team. */
  function remove(conversation_id: string) {
    onGone(conversation_id)
    set(rows.filter(({ id }) => id !== conversation_id))
  }
  const tellSeen = (conversation_id: string, seq: number) =>
    void call('markVisitorSeen', { conversation_id, seq }).catch(() => undefined) // repeated with the next read

  const delivered = new Map<string, number>()
  /** Reports a thread as delivered up to `seq`. Not needed for what is seen right after. */
  function deliver(conversation_id: string, seq: number) {
    if (seq <= (delivered.get(conversation_id) ?? 0)) return
    delivered.set(conversation_id, seq)
    setTimeout(() => {
      const seen_seq = find(conversation_id)?.seen_seq ?? seq
      if (seen_seq >= seq || delivered.get(conversation_id) !== seq) return
      // Repeated with the next message, or implied by seen.
      void call('markVisitorDelivered', { conversation_id, seq }).catch(() => undefined)
    }, deliverAfter_ms)
  }

  return {
    deliver,
    has: (id: string) => find(id) !== undefined,
    take,
    see,
    remove,
    /** Loads the list and reports seen marks the server doesn't know yet. */
    async refresh() {
      const before = rows
      const told = await call('listVisitorConversations', {})
      take(told)
      // Missing conversations were deleted, unless the list is truncated.
      if (told.length < visitorConversationsMax)
        for (const { id } of before) if (!told.some((row) => row.id === id)) remove(id)
      for (const { id, seen_seq } of told) {
        const seq = find(id)?.seen_seq ?? 0
        if (seq > seen_seq) tellSeen(id, seq)
      }
    },
    /** Everything up to `seq` was visible. */
    markSeen(conversation_id: string, seq: number) {
      const row = find(conversation_id)
      if (!row || seq <= row.seen_seq) return
      see(conversation_id, 'visitor', seq)
      tellSeen(conversation_id, seq)
    },
    clear: () => set([]),
  }
}
