import type { InboxRow } from '@ozvi/contract'
import { useHold } from '#ui/hold.ts'

/**
 * Keeps rows where they are while somebody points at them: what they show stays current, but new and moved
 * rows wait until the hand is gone or asks for them. Rows that are gone go at once.
 *
 * @returns the rows to show and how many changes of place wait.
 */
export function useCalmRows(rows: readonly InboxRow[]) {
  const { held, handlers, release, catchUp } = useHold(rows)
  if (!held) return { shown: rows, waiting: 0, handlers, catchUp: release }
  const places = new Map(held.map((row) => [row.id, row]))
  const oldest = held.at(-1)?.last_message_at ?? ''
  const current = new Map(rows.map((row) => [row.id, row]))
  const kept = held.flatMap(({ id }) => current.get(id) ?? [])
  // Older rows are the next page, which nothing has pushed anywhere.
  const appended = rows.filter(({ id, last_message_at }) => !places.has(id) && last_message_at <= oldest)
  const waiting = rows.filter(({ id, last_message_at }) => {
    const before = places.get(id)
    return before ? before.last_message_at !== last_message_at : last_message_at > oldest
  })
  return {
    shown: [...kept, ...appended],
    waiting: waiting.length,
    handlers,
    catchUp,
  }
}
