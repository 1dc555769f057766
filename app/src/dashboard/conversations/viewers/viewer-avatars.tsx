import type { InboxRow } from '@ozvi/contract'
import { useSyncExternalStore } from 'react'
import type { ConversationViewer, Viewers as ViewersComponent } from './viewers.tsx'
import { createListeners } from '#platform/listeners.ts'

let current: readonly ConversationViewer[] = []
/** Loaded with `WatchViewers`, so that nothing has to be loaded when a teammate opens a conversation. */
let Viewers: typeof ViewersComponent | undefined
const listeners = createListeners()

/** The state of `WatchViewers`; people typing are first, and may be listed twice. */
export function setViewers(next: typeof current, component?: typeof ViewersComponent) {
  current = next
  Viewers = component ?? Viewers
  listeners.notify()
}
/** Teammates at a conversation, in its row or header; see `WatchViewers`. */
export function ViewerAvatars({ row, isInHeader }: { row: InboxRow; isInHeader?: true }) {
  // Serialized, so that equal states don't render again.
  const serialized = useSyncExternalStore(
    listeners.subscribe,
    () => JSON.stringify(current.filter(({ conversation_id }) => conversation_id === row.id)),
    () => '[]',
  )
  if (serialized === '[]' || !Viewers) return null
  const viewers = JSON.parse(serialized) as ConversationViewer[] // serialized above
  return <Viewers integration_id={row.integration_id} viewers={viewers} isInHeader={isInHeader} />
}
