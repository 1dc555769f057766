import {
  contactErased,
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  type InboxRow,
} from '@ozvi/contract'
import { useEffect, useRef, useState } from 'react'
import { useHear } from '#platform/calls/hear.ts'
import { useHold } from '#ui/hold.ts'
import { isOwnChange } from './own-changes.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Keeps rows in place while the list is hovered: content stays current, but new and moved rows wait, as do
 * rows a teammate has removed. Rows that became invisible disappear immediately; the member's own changes
 * apply immediately.
 *
 * @param isListed whether a conversation is in the list now, rendered or not
 * @returns the rows to show, which of them have left the list, and the number of pending changes
 */
export function useCalmRows(
  rows: readonly InboxRow[],
  integration_id: string,
  isListed: (id: string) => boolean,
) {
  const { held, handlers, release, catchUp } = useHold(rows)
  const taken = useTaken(rows, integration_id, isListed, held !== null)
  if (!held) return { shown: rows, gone: none, waiting: 0, handlers, catchUp: release }
  const places = new Map(held.map((row) => [row.id, row]))
  const oldest = held.at(-1)?.last_message_at ?? ''
  const current = new Map(rows.map((row) => [row.id, row]))
  const kept = held.flatMap((row) => current.get(row.id) ?? (taken.has(row.id) ? row : []))
  for (const [place, row] of rows.entries())
    if (!places.has(row.id) && isOwnChange(row.id)) {
      const above = kept.findIndex(({ id }) => id === rows[place - 1]?.id)
      kept.splice(above + 1, 0, row)
    }
  const isShown = new Set(kept.map(({ id }) => id))
  // Older rows come from the next page and shift nothing.
  const appended = rows.filter(({ id, last_message_at }) => !isShown.has(id) && last_message_at <= oldest)
  const moved = rows.filter(({ id, last_message_at }) => {
    const before = places.get(id)
    return before ? before.last_message_at !== last_message_at : !isShown.has(id) && last_message_at > oldest
  })
  const gone = new Set(kept.flatMap(({ id }) => (current.has(id) ? [] : id)))
  return {
    shown: [...kept, ...appended],
    gone,
    waiting: moved.length + gone.size,
    handlers,
    catchUp,
  }
}

/** Conversations removed by teammates since the list was frozen. */
function useTaken(
  rows: readonly InboxRow[],
  integration_id: string,
  isListed: (id: string) => boolean,
  isHeld: boolean,
): ReadonlySet<string> {
  const [taken, setTaken] = useState(none)
  const drawn = useRef(rows)
  useEffect(() => {
    drawn.current = rows
  })
  useEffect(() => setTaken(none), [isHeld])
  // The list is updated first. Rows removed by the member are gone before the event arrives.
  useHear(conversationChanged, { integration_id }, ({ id }) => {
    if (isHeld && !isListed(id) && drawn.current.some((row) => row.id === id))
      setTaken((before) => new Set(before).add(id))
  })
  const forget = ({ conversation_id }: { conversation_id: string }) =>
    setTaken((before) => new Set([...before].filter((id) => id !== conversation_id)))
  useHear(conversationHidden, { integration_id }, forget)
  useHear(conversationDeleted, { integration_id }, forget)
  useHear(contactErased, { integration_id }, () => setTaken(none))
  return taken
}
