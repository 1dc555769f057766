import type { InboxRow } from '@ozvi/contract'
import { useSyncExternalStore } from 'react'
import type { ViewerAt, Viewers as ViewersComponent } from './viewers.tsx'

let held: readonly ViewerAt[] = []
/** Loaded with `WatchViewers`, so that nothing has to be loaded when a teammate opens a conversation. */
let Viewers: typeof ViewersComponent | undefined
const ears = new Set<() => void>()

/** The state of `WatchViewers`; people typing are first, and may be listed twice. */
export function holdViewers(next: typeof held, component?: typeof ViewersComponent) {
  held = next
  Viewers = component ?? Viewers
  for (const ear of ears) ear()
}
function hear(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
/** Teammates at a conversation, in its row or header; see `WatchViewers`. */
export function ViewersAt({ row, isInHeader }: { row: InboxRow; isInHeader?: true }) {
  // Serialized, so that equal states don't render again.
  const viewers = useSyncExternalStore(
    hear,
    () => JSON.stringify(held.filter(({ conversation_id }) => conversation_id === row.id)),
    () => '[]',
  )
  if (viewers === '[]' || !Viewers) return null
  return <Viewers integration_id={row.integration_id} viewers={viewers} isInHeader={isInHeader} />
}
