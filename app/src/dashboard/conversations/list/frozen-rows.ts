import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useFreezeOnHover } from '#ui/use-freeze-on-hover.ts'
import type { ListEntry } from '../data/lists.ts'
import { isLocalChange } from '../data/row-changes.ts'
import { rowsIn } from '../data/rows.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Keeps rows in place while the list is hovered: content stays current, but new and moved rows wait, as do
 * rows a teammate has removed. Rows that became invisible disappear immediately; the member's own changes
 * apply immediately.
 *
 * @returns the rows to show, which of them have left the list, and the number of pending changes
 */
export function useFrozenRows(rows: readonly ListEntry[]) {
  const { frozen, setFrozen, handlers, release } = useFreezeOnHover(rows)
  const stored = rowsIn(useQueryClient())
  // Renders again when a frozen row becomes invisible, which no list may contain any more.
  const countInvisible = () => frozen?.filter(({ id }) => !stored.get(id)).length ?? 0
  useSyncExternalStore(stored.subscribe, countInvisible, countInvisible)
  if (!frozen) return { visible: rows, removedIds: none, waiting: 0, handlers, catchUp: release }
  const current = new Set(rows.map(({ id }) => id))
  const stillListed = frozen.filter(({ id }) => current.has(id) || (stored.get(id) && !isLocalChange(id)))
  const listedById = new Map(stillListed.map((row) => [row.id, row]))
  for (const [index, row] of rows.entries())
    if (!listedById.has(row.id) && isLocalChange(row.id)) {
      const above = stillListed.findIndex(({ id }) => id === rows[index - 1]?.id)
      stillListed.splice(above + 1, 0, row)
      listedById.set(row.id, row)
    }
  if (stillListed.length !== frozen.length || stillListed.some((row, index) => row !== frozen[index]))
    setFrozen(stillListed)
  const oldest = stillListed.at(-1)?.last_message_at ?? ''
  const isNew = ({ id }: ListEntry) => !listedById.has(id)
  // Older rows come from the next page and shift nothing.
  const appended = rows.filter((row) => isNew(row) && row.last_message_at <= oldest)
  const moved = rows.filter((row) =>
    isNew(row)
      ? row.last_message_at > oldest
      : listedById.get(row.id)?.last_message_at !== row.last_message_at,
  )
  const removedIds = new Set(stillListed.flatMap(({ id }) => (current.has(id) ? [] : id)))
  return {
    visible: [...stillListed, ...appended],
    removedIds,
    waiting: moved.length + removedIds.size,
    handlers,
    catchUp: () => setFrozen(rows),
  }
}
