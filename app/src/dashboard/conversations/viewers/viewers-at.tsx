import type { InboxRow } from '@ozvi/contract'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { ViewerAt } from './viewers.tsx'

/** Fetched when somebody is there. */
const Viewers = lazy(async () => ({ default: (await import('./viewers.tsx')).Viewers }))

let held: readonly ViewerAt[] = []
const ears = new Set<() => void>()

/** What `WatchViewers` knows; whoever writes stands first, and may stand twice. */
export function holdViewers(next: typeof held) {
  held = next
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
  if (viewers === '[]') return null
  return (
    <Suspense fallback={null}>
      <Viewers integration_id={row.integration_id} viewers={viewers} isInHeader={isInHeader} />
    </Suspense>
  )
}
