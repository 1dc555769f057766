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
 * Keeps rows where they are while somebody points at them: what they show stays current, but new and moved
 * rows wait until the hand is gone or asks for them, and so do those that a colleague has taken out of the list.
 * What may not be seen any more goes at once; what the reader has done something with goes, and comes back, at once.
 *
 * @param isListed whether a conversation is in the list by now, drawn or not
 * @returns the rows to show, which of them do not belong there any more, and how many changes of place wait.
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
  // Older rows are the next page, which nothing has pushed anywhere.
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

/** Conversations that colleagues have taken out of the list since it is held. */
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
  // The list hears of it first. What the reader has taken out has gone before word comes of it.
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
