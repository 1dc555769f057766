import type { InboxRow } from '@ozvi/contract'
import { useSyncExternalStore } from 'react'
import type { ViewerAt, Viewers as ViewersComponent } from './viewers.tsx'

let held: readonly ViewerAt[] = []
/** Comes with `WatchViewers`, so that nothing has to be fetched when a colleague opens a conversation. */
let Viewers: typeof ViewersComponent | undefined
const ears = new Set<() => void>()

/** What `WatchViewers` knows; whoever writes stands first, and may stand twice. */
export function holdViewers(next: typeof held, component?: typeof ViewersComponent) {
  held = next
  Viewers = component ?? Viewers
  for (const ear of ears) ear()
}
function hear(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
/** Colleagues at a conversation, in its row or its header, as far as somebody watches: see `WatchViewers`. */
export function ViewersAt({ row, isInHeader }: { row: InboxRow; isInHeader?: true }) {
  // As JSON: what is the same is not drawn again.
  const viewers = useSyncExternalStore(
    hear,
    () => JSON.stringify(held.filter(({ conversation_id }) => conversation_id === row.id)),
    () => '[]',
  )
  if (viewers === '[]' || !Viewers) return null
  return <Viewers integration_id={row.integration_id} viewers={viewers} isInHeader={isInHeader} />
}
