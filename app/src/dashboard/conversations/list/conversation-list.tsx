import { type BulkChange, type InboxView, can } from '@ozvi/contract'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { useDensity } from '#platform/theme/density.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { useSelection } from '#dashboard/bulk-actions'
import { useFrozenRows } from './frozen-rows.ts'
import { rowHeights_px } from './conversation-row.tsx'
import { ConversationRows } from './conversation-rows.tsx'
import { UpdatesButton } from './updates-button.tsx'
import { useListCommands } from './use-list-commands.ts'
import { useSwipeActions } from './use-swipe-actions.ts'
import { entriesOf, useConversations } from '../data/lists.ts'
import { useRow } from '../data/rows.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { FocusedRow } from './focused-row.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { useFocusedRow } from './use-focused-row.ts'
import { useFocusNext } from './use-focus-next.ts'
import { useRowTransition } from './use-row-transition.ts'
import { usePrefetchThread } from './prefetch-thread.ts'
import type { RowCursor } from './row-cursor.ts'
import { UnreadBanner } from '../thread/unread-banner.tsx'

/** Loaded if the list is empty. */
const ListEmpty = lazy(() => import('./list-empty.tsx').then((module) => ({ default: module.ListEmpty })))
const BulkBar = lazy(() => import('../bulk/bulk-bar.tsx').then((module) => ({ default: module.BulkBar })))

/** Load the next page when this many rows remain. */
const prefetchBelow = 10

export function ConversationList({
  selected,
  cursor,
  counts,
}: {
  selected: string | undefined
  cursor: RowCursor
  counts: Record<InboxView, number> | undefined
}) {
  const t = useT()
  const { integration, listParams } = useInbox()
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useConversations(integration.id, listParams)
  const rows = useMemo(() => (data ? entriesOf(data) : []), [data])
  const { visible, removedIds, waiting, handlers, catchUp } = useFrozenRows(rows)
  const open = visible.findIndex(({ id }) => id === selected)
  const prefetchHandlers = usePrefetchThread(integration.id, open < 0 ? undefined : visible[open + 1]?.id)
  const selection = useSelection(visible)
  const canAnswer = can(integration, 'conversations.answer')
  useListCommands({ rows: visible, selection, cursor, selected })
  const focusedId = useFocusedRow(cursor)
  useFocusNext(visible, focusedId, cursor)
  // An open conversation has its own commands.
  const focused = useRow(visible.find(({ id }) => id === focusedId && id !== selected)?.id ?? '')
  /**
   * Rows stay selected for the next change. If they leave the list, the focus moves to the next row, and
   * selecting the whole list ends: later rows were never meant.
   */
  function onChanged({ kind }: BulkChange) {
    if (kind !== 'status' && kind !== 'delete') return
    const last = visible.findLastIndex(({ id }) => selection.ids.includes(id))
    const unselectedRows = (list: typeof visible) => list.filter(({ id }) => !selection.ids.includes(id))
    const next = unselectedRows(visible.slice(last))[0] ?? unselectedRows(visible).at(-1)
    if (selection.isAll) selection.clear()
    if (next) cursor.focus(next.id)
  }
  const density = useDensity()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useRef<VirtualizerHandle>(null)
  useRowTransition(scroller, visible, rowHeights_px[density])
  useLayoutEffect(() =>
    cursor.hold({
      ids: visible.map(({ id }) => id),
      reveal: (index) => virtualizer.current?.scrollToIndex(index, { align: 'nearest' }),
      choose: () => (selection.isActive ? selection.clear() : selection.open()),
      selection: selection.only,
    }),
  )
  useSwipeActions(scroller, canAnswer && data !== undefined && !selection.isActive)
  const loadMore = () => {
    const handle = virtualizer.current
    if (!handle || !hasNextPage || isFetchingNextPage) return
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize)
    if (last + prefetchBelow >= visible.length) void fetchNextPage()
  }
  // A list that doesn't fill the pane never scrolls.
  // oxlint-disable-next-line react/exhaustive-deps -- once per loaded page
  useEffect(loadMore, [visible.length, hasNextPage])
  if (isPending) return <ListSkeleton />
  if (!data) {
    return (
      <div className="p-4">
        <LoadError
          title={t('conversations.list_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      </div>
    )
  }
  const list = (
    <div className="relative min-h-0 flex-1">
      <UnreadBanner />
      {waiting > 0 && (
        <UpdatesButton
          count={waiting}
          onClick={() => {
            catchUp()
            scroller.current?.scrollTo({ top: 0 })
          }}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of its rows */}
      <div
        ref={scroller}
        data-virtual-list
        className="h-full overflow-y-auto overscroll-contain low:overscroll-auto"
        {...handlers}
        {...prefetchHandlers}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') cursor.move(1, selected)
          else if (key === 'ArrowUp') cursor.move(-1, selected)
        }}
      >
        {visible.length === 0 ? (
          <Suspense>
            <ListEmpty counts={counts} />
          </Suspense>
        ) : (
          <ConversationRows
            virtualizer={virtualizer}
            rows={visible}
            removedIds={removedIds}
            selected={selected}
            selection={selection}
            onScroll={loadMore}
          />
        )}
        {hasNextPage && <PrintedCount count={visible.length} />}
      </div>
    </div>
  )
  return (
    <>
      {list}
      {focused && selection.ids.length === 0 && (
        <FocusedRow key={focused.id} row={focused} cursor={cursor} open={selected} />
      )}
      {selection.ids.length > 0 && (
        <Suspense>
          <BulkBar ids={selection.ids} selection={selection} onDone={onChanged} />
        </Suspense>
      )}
    </>
  )
}

/** Printed if the list has only the first conversations of the view. */
function PrintedCount({ count }: { count: number }) {
  const t = useT()
  return (
    <p className="hidden px-4 py-3 text-sm text-muted print:block">{t('conversations.printed', { count })}</p>
  )
}
