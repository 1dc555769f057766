import type { Participants } from './participants.ts'
import type { OutboxRow, Tables } from './dump.ts'
import { type Breach, checkOutboxEvents, liveness } from './oracle.ts'

/** Follows the events that killed servers leave in the outbox until they are published. */
export function watchOutbox() {
  const counts = { left: 0, judged: 0 }
  let left: { rows: OutboxRow[]; killed_at: number } = { rows: [], killed_at: 0 }
  return {
    counts,
    /** When the last of them was written, ms since the epoch; 0 if there is none. */
    newest: () => Math.max(0, ...left.rows.map(({ created_at }) => Date.parse(created_at))),
    /**
     * Checks the events that left the table, and continues with those still in it. @param alive when every client
     * became live, recorded before the next server accepted them @param killed_at when a crash left these tables, if
     * one did
     */
    look(tables: Tables, alive: ReturnType<typeof liveness>, killed_at?: number): Breach[] {
      const remaining = new Set(tables.outbox.map(({ id }) => id))
      const deletedRows = left.rows.filter(({ id }) => !remaining.has(id))
      const { faults, judged } = checkOutboxEvents(deletedRows, left.killed_at, alive)
      counts.judged += judged
      if (killed_at !== undefined) {
        const knownIds = new Set(left.rows.map(({ id }) => id))
        counts.left += tables.outbox.filter(({ id }) => !knownIds.has(id)).length
        left = { rows: tables.outbox, killed_at }
      }
      return faults
    },
    liveness: (participants: Participants) => liveness(participants),
  }
}
export type OutboxWatch = ReturnType<typeof watchOutbox>
