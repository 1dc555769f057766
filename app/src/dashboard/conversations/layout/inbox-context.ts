import type { ConversationFilter, Integration, SavedView } from '@ozvi/contract'
import type { BeginBulk } from '#dashboard/bulk-acts'
import { createContext, type RefObject, useContext } from 'react'
import type { Outbox } from '../outbox/outbox.ts'
import type { Wanted } from '../list/wanted.ts'

/** What every part of the inbox knows. */
export interface Inbox {
  integration: Integration
  /** Which list is shown; it stands in the address. */
  wanted: Wanted
  /** The saved view that is shown, or that the list has begun from. */
  saved: SavedView | undefined
  /** The list shows something else than the saved view says. */
  isChanged: boolean
  savedPath: (id: string) => string
  /** Shows the same view with another filter; going back shows this one again. */
  setFilter: (filter: ConversationFilter) => void
  /** The list alone, as it is shown. */
  listPath: string
  /** One conversation, beside the list shown; at one of its messages, or at its newest. */
  pathOf: (id: string, seq?: number) => string
  outbox: Outbox
  /** A change of many conversations has been asked for. */
  onBulk: BeginBulk
  /** Whether a conversation has been open since the inbox was. */
  hasOpened: RefObject<boolean>
  /**
   * Where to go on from this conversation: the one below it now, which it may not be once it has left the list.
   *
   * @returns opens that one, or the list alone where there is none
   */
  nextAfter: (id: string) => () => void
}
export const InboxContext = createContext<Inbox | null>(null)
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext)
  if (!inbox) throw new Error('No inbox around this component')
  return inbox
}
