import { can } from '@ozvi/contract'
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useIsHydrated } from '#platform/document/use-client-hints.tsx'
import { type Density, useDensity } from '#platform/theme/density.ts'
import { useIsPrinting } from '#platform/theme/use-is-printing.ts'
import type { Selection } from '#dashboard/bulk-actions'
import { useInbox } from '../layout/inbox-context.ts'
import { ConversationRow, rowHeights_px } from './conversation-row.tsx'

/** Rows in the server's HTML, where the screen size is unknown. */
const ssrRows = 14
const never = () => () => {}
/** Number of rows that fit on the screen. They are rendered before the list is measured. */
function useFirstRows(density: Density): number {
  const rows = useSyncExternalStore(
    never,
    () => Math.ceil(innerHeight / rowHeights_px[density]),
    () => ssrRows,
  )
  // More rows follow in a transition after hydration.
  return useDeferredValue(rows)
}
/** Returns a stable function, so that unchanged rows aren't rendered again. */
function useToggle({ toggle }: Selection) {
  const current = useRef(toggle)
  useLayoutEffect(() => {
    current.current = toggle
  })
  return useCallback((id: string, isRange: boolean) => current.current(id, isRange), [])
}

/** The rows of the list. Only those near the visible part are rendered. */
export function ConversationRows({
  virtualizer,
  rows,
  removedIds,
  selected,
  selection,
  onScroll,
}: {
  virtualizer: RefObject<VirtualizerHandle | null>
  rows: readonly { id: string }[]
  /** Rows that have left the list, but keep their place under the pointer. */
  removedIds: ReadonlySet<string>
  /** The open conversation. */
  selected: string | undefined
  selection: Selection
  onScroll: () => void
}) {
  const { integration, pathOf } = useInbox()
  const density = useDensity()
  const [isHydrated] = useState(useIsHydrated())
  const first = useFirstRows(density)
  const isPrinting = useIsPrinting()
  const onToggle = useToggle(selection)
  const canSelect = can(integration, 'conversations.answer')
  return (
    <Virtualizer
      ref={virtualizer}
      data={rows}
      as="ul"
      item="li"
      itemSize={rowHeights_px[density]}
      {...(isHydrated ? {} : { ssrCount: Math.min(rows.length, ssrRows) })}
      onScroll={onScroll}
      keepMounted={rows.flatMap(({ id }, index) =>
        isPrinting || index < first || id === selected ? index : [],
      )}
    >
      {({ id }) => (
        <ConversationRow
          key={id}
          integration_id={integration.id}
          id={id}
          to={pathOf(id)}
          isSelected={id === selected}
          isTicked={selection.ids.includes(id)}
          isTicking={selection.isActive}
          onToggle={canSelect ? onToggle : undefined}
          isGone={removedIds.has(id)}
        />
      )}
    </Virtualizer>
  )
}
