import type { Cast } from './cast.ts'
import type { LetterRow, Tables } from './forensics.ts'
import { type Breach, judgeLetters, liveness } from './oracle.ts'

/** Follows the letters that killed servers leave behind until they have been told. */
export function watchLetters() {
  const counts = { left: 0, judged: 0 }
  let left: { rows: LetterRow[]; killed_at: number } = { rows: [], killed_at: 0 }
  return {
    counts,
    /** When the last of them was written, ms since the epoch; 0 for none. */
    newest: () => Math.max(0, ...left.rows.map(({ created_at }) => Date.parse(created_at))),
    /**
     * Judges those that the tables no longer hold, and goes on with those that they do.
     *
     * @param alive since when everybody was live, taken before the next server let them in
     * @param killed_at when these tables were left behind, if they were
     */
    look(tables: Tables, alive: ReturnType<typeof liveness>, killed_at?: number): Breach[] {
      const remaining = new Set(tables.letters.map(({ id }) => id))
      const gone = left.rows.filter(({ id }) => !remaining.has(id))
      const { faults, judged } = judgeLetters(gone, left.killed_at, alive)
      counts.judged += judged
      if (killed_at !== undefined) {
        const known = new Set(left.rows.map(({ id }) => id))
        counts.left += tables.letters.filter(({ id }) => !known.has(id)).length
        left = { rows: tables.letters, killed_at }
      }
      return faults
    },
    liveness: (cast: Cast) => liveness(cast),
  }
}
export type LetterWatch = ReturnType<typeof watchLetters>
