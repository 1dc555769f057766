import type { ConversationFilter, Integration, SavedView } from '@ozvi/contract'
import type { StartBulk } from '#dashboard/bulk-actions'
import { createContext, type RefObject, useContext } from 'react'
import type { Outbox } from '../outbox/outbox.ts'
import type { ListParams } from '../list/list-params.ts'

/** Shared state of the inbox. */
export interface Inbox {
  integration: Integration
  /** The list parameters from the URL. */
  listParams: ListParams
  /** The selected saved view, also if modified. */
  saved: SavedView | undefined
  /** The list differs from the saved view. */
  isChanged: boolean
  savedPath: (id: string) => string
  /** Navigates to the same view with another filter; back returns. */
  setFilter: (filter: ConversationFilter) => void
  /** URL of the current list. */
  listPath: string
  /** URL of a conversation next to the list; at one of its messages, or at its newest. */
  pathOf: (id: string, seq?: number) => string
  outbox: Outbox
  /** Starts a bulk action. */
  onBulk: StartBulk
  /** The pane next to the list, for actions on several conversations; null until it is rendered. */
  pane: HTMLElement | null
  /** Whether a conversation has been opened since the inbox was. */
  hasOpened: RefObject<boolean>
  /**
   * The conversation to open after this one: the next one in the list now, since this one may leave it.
   *
   * @returns opens it, or the list if there is none
   */
  nextAfter: (id: string) => () => void
}
export const InboxContext = createContext<Inbox | null>(null)
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext)
  if (!inbox) throw new Error('No inbox around this component')
  return inbox
}
