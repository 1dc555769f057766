import type { InboxView, Integration } from '@ozvi/contract'
import { createContext, useContext } from 'react'
import type { Outbox } from './outbox.ts'

/** What every part of the inbox knows. */
export interface Inbox {
  integration: Integration
  view: InboxView
  /** The list alone, in the view shown. */
  listPath: string
  /** One conversation, beside the view shown. */
  pathOf: (id: string) => string
  outbox: Outbox
  /** Opens the conversation below this one in the list, or the list alone where there is none. */
  openNext: (id: string) => void
}
export const InboxContext = createContext<Inbox | null>(null)
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext)
  if (!inbox) throw new Error('No inbox around this component')
  return inbox
}
