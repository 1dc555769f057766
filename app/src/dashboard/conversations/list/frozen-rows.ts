import {
  contactErased,
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  type InboxRow,
} from '@ozvi/contract'
import { useEffect, useRef, useState } from 'react'
import { useEvent } from '#platform/calls/use-event.ts'
import { useFreezeOnHover } from '#ui/use-freeze-on-hover.ts'
import { isLocalChange } from './local-changes.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Keeps rows in place while the list is hovered: content stays current, but new and moved rows wait, as do
 * rows a teammate has removed. Rows that became invisible disappear immediately; the member's own changes
 * apply immediately.
 *
 * @param isListed whether a conversation is in the list now, rendered or not
 * @returns the rows to show, which of them have left the list, and the number of pending changes
 */
export function useFrozenRows(
  rows: readonly InboxRow[],
  integration_id: string,
  isListed: (id: string) => boolean,
) {
  const { frozen, handlers, release, catchUp } = useFreezeOnHover(rows)
  const removed = useRemovedByOthers(rows, integration_id, isListed, frozen !== null)
  if (!frozen) return { visible: rows, removedIds: none, waiting: 0, handlers, catchUp: release }
  const frozenById = new Map(frozen.map((row) => [row.id, row]))
  const oldest = frozen.at(-1)?.last_message_at ?? ''
  const current = new Map(rows.map((row) => [row.id, row]))
  const frozenRows = frozen.flatMap((row) => current.get(row.id) ?? (removed.has(row.id) ? row : []))
  for (const [index, row] of rows.entries())
    if (!frozenById.has(row.id) && isLocalChange(row.id)) {
      const above = frozenRows.findIndex(({ id }) => id === rows[index - 1]?.id)
      frozenRows.splice(above + 1, 0, row)
    }
  const shownIds = new Set(frozenRows.map(({ id }) => id))
  // Older rows come from the next page and shift nothing.
  const appended = rows.filter(({ id, last_message_at }) => !shownIds.has(id) && last_message_at <= oldest)
  const moved = rows.filter(({ id, last_message_at }) => {
    const previous = frozenById.get(id)
    return previous
      ? previous.last_message_at !== last_message_at
      : !shownIds.has(id) && last_message_at > oldest
  })
  const removedIds = new Set(frozenRows.flatMap(({ id }) => (current.has(id) ? [] : id)))
  return {
    visible: [...frozenRows, ...appended],
    removedIds,
    waiting: moved.length + removedIds.size,
    handlers,
    catchUp,
  }
}

/** Conversations removed by teammates since the list was frozen. */
function useRemovedByOthers(
  rows: readonly InboxRow[],
  integration_id: string,
  isListed: (id: string) => boolean,
  isFrozen: boolean,
): ReadonlySet<string> {
  const [removed, setRemoved] = useState(none)
  const renderedRows = useRef(rows)
  useEffect(() => {
    renderedRows.current = rows
  })
  useEffect(() => setRemoved(none), [isFrozen])
  // The list is updated first. Rows removed by the member are gone before the event arrives.
  useEvent(conversationChanged, { integration_id }, ({ id }) => {
    if (isFrozen && !isListed(id) && renderedRows.current.some((row) => row.id === id))
      setRemoved((previous) => new Set(previous).add(id))
  })
  const forgetRemoved = ({ conversation_id }: { conversation_id: string }) =>
    setRemoved((previous) => new Set([...previous].filter((id) => id !== conversation_id)))
  useEvent(conversationHidden, { integration_id }, forgetRemoved)
  useEvent(conversationDeleted, { integration_id }, forgetRemoved)
  useEvent(contactErased, { integration_id }, () => setRemoved(none))
  return removed
}
